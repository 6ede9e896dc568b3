"""Play by e-mail: one more door beside REST, pages and command line.

`letters` writes mails, `posting` sends them, `answering` reads what comes back; `store` keeps the
addresses that people have left, and the mails that come and go, beside the log.
"""
