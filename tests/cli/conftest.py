"""The command line is tested with compiled rules only: thousands of simulated races are too slow without."""

from karacho.core.jit import COMPILED

collect_ignore_glob = [] if COMPILED else ["test_*.py"]
