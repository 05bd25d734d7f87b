2
x
