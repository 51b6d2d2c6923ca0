"""The options of ``conf.py``: their definitions, the checks of their values, and the settings of terms."""
