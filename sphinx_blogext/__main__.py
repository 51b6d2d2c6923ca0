"""``python -m sphinx_blogext`` is the command ``blogext``."""

import sys

from sphinx_blogext.command.main import main

sys.exit(main())
