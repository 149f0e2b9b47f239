"""Latency over load, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from karacho.errors import InvalidOption

KINDS = (".png", ".svg", ".pdf")


def check_possible(path: Path) -> None:
    """Before anything is measured for nothing."""
    if path.suffix not in KINDS:
        raise InvalidOption("--plot", str(path), f"a file that ends in {', '.join(KINDS)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InvalidOption("--plot", str(path), "a picture needs matplotlib: pip install matplotlib") from None


def plot(series: Sequence[dict[str, Any]], path: Path) -> None:
    """The p50 and p99 of every run over its moves per second."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    runs = sorted(series, key=lambda run: run["moves_per_second"])
    loads = [run["moves_per_second"] for run in runs]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in ("p50_ms", "p99_ms"):
        axes.plot(loads, [run[name] for run in runs], marker="o", label=name.removesuffix("_ms"))
    axes.set_xlabel("moves a second")
    axes.set_ylabel("ms until the answer")
    axes.set_yscale("log")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
