"""Fair dealing: nobody can choose a deal, and everybody can check that afterwards (docs/fair-dealing.md)."""

from karacho.fair.verify import Check, Report, verify, verify_file

__all__ = ["Check", "Report", "verify", "verify_file"]
