graph 1
