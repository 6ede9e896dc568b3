"""Services in this process, and their log, as the tests of the API and of operators have them."""

from tests.api.conftest import make_desk as make_desk
from tests.operations.conftest import lines as lines
