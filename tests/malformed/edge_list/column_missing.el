1 2 5
# note
2 3
