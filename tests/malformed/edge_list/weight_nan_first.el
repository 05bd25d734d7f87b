a b nan
b c 3
