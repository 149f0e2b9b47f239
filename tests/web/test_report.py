"""What the page says about the server's clock is what the server does."""

import re
from pathlib import Path

from karacho.server.finishing import LARGEST_CORRECTION

REPORT = Path(__file__).parents[2] / "web" / "src" / "table" / "report.ts"


def test_the_report_names_the_largest_correction():
    (milliseconds,) = re.findall(r"LARGEST_CORRECTION = (\d+);", REPORT.read_text(encoding="utf-8"))
    assert int(milliseconds) == LARGEST_CORRECTION * 1000
