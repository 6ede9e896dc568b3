"""Every component of the pages on one page, for developers; players are never shown it."""

from api.web.styleguide.pages import register

__all__ = ["register"]
