1 2 3
1 3 inf
