"""Answering: a mail comes in, is kept, read, carried out and answered.

`listener` takes mails in and `receiving` keeps them, before anybody is told that they have come.
`opening` reads one, `texts` and `quotes` say which of its lines are its writer's own, `senders` who
that is, `lines` what they order; `execute` does it, and `inbound` is all of it in order.
`questions` says which mail of ours is answered, `replacing` what a set of orders takes the place
of, and `taking` and `shortening` what one mail may cost.
"""
