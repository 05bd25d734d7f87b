% a comment

5
2
4
