a b 5
a c [2Jx]0;t
