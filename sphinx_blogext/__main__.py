"""Run the command ``blogext`` with ``python -m sphinx_blogext``."""

import sys

from sphinx_blogext.command.main import main

sys.exit(main())
