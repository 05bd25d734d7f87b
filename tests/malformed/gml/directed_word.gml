graph [
  directed yes
]
