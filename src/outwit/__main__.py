"""`python -m outwit` is `outwit`."""

from outwit.cli import main

main()
