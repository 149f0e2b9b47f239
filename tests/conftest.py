"""Shared by all tests: no test reads the user's own data files."""

import os
import tempfile
from pathlib import Path

os.environ["KARACHO_DATA"] = str(Path(tempfile.gettempdir()) / "karacho-tests-have-no-user-data")
