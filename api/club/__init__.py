"""The club by mail: carries out mails to the address of the service itself.

`receiving` is all of it in order: `visitor` says who writes, `guard` whether they are answered,
`table` which command a line is, and `listing`, `registering`, `founding`, `joining`, `leaving`,
`inviting` and `own` do what they ask for; `letters` writes the answer.
"""
