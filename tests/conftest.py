"""Shared by all tests: no test reads the user's own data files."""

import os
import tempfile

os.environ["KARACHO_DATA"] = tempfile.mkdtemp(prefix="karacho-test-data-")
