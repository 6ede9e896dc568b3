"""``python -m api.command_line`` is ``napoleon``."""

from api.command_line.main import main

main()
