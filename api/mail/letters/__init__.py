"""Letters: what is written in mails. Each kind has a module and a template.

A template is drawn twice, as text and as HTML; what differs between the two are the macros in
``text.j2`` and ``html.j2``.
"""
