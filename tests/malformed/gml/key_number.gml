graph [
  node [ 1 2 ]
]
