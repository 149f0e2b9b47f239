"""How the screens look, in Textual's CSS: warm, tidy, readable at 80 × 24."""

CSS = """
Screen { background: #1d1b19; color: #e6e2d8; }
#title { height: 1; background: #3b3430; color: #ffd98a; text-style: bold; }
#message { height: 1; background: #2a2623; color: #e6e2d8; padding: 0 1; }
#message.-bad { background: #5e2a2a; color: #ffffff; text-style: bold; }
#message.-countdown { background: #a8323a; color: #ffffff; text-style: bold; }
#parts { height: 1fr; }
#roster { height: auto; }
#desk { height: auto; }
#log { background: #24211f; padding: 0 2 0 1; }
#log { scrollbar-gutter: stable; scrollbar-size: 1 1; scrollbar-background: #24211f; scrollbar-color: #3b3430; }

.loop { layout: horizontal; }
.loop #main { width: 1fr; padding: 0 1; }
.loop #board { height: 1fr; }
.loop #roster { margin: 0 0 1 0; }
.loop #desk { min-height: 5; }
.loop #log { width: 31; height: 1fr; }
.-narrow .loop { layout: vertical; }
.-narrow .loop #main { width: 100%; height: 1fr; }
.-narrow .loop #log { width: 100%; height: 4; }
.-narrow .loop #roster { margin: 0; }

.square #board { width: 58; height: 1fr; }
.-low .square #board { width: 50; }
.square #side { width: 1fr; padding: 0 0 0 1; }
.square #desk { margin: 1 0; }
.-low .square #desk { margin: 0; }
.square #log { height: 1fr; }

.strip #board { height: 9; }
.strip #below { height: 1fr; }
.strip #left { width: 37; height: 1fr; padding: 0 1; }
.strip #side { width: 1fr; }
.strip #roster { margin: 0 0 1 0; }
.-low .strip #roster { margin: 0; }
.strip #log { height: 1fr; }

HandOver, Podium { align: center middle; }
HandOver { background: #1d1b19; }
Podium { background: #1d1b19 60%; }
.sheet { width: auto; min-width: 40; max-width: 76; height: auto; padding: 1 3; }
.sheet { background: #2f2a26; border: round #ffd98a; }
#form { padding: 1 3; height: 1fr; }
"""

HORIZONTAL: list[tuple[int, str]] | None = [(0, "-narrow"), (96, "-wide")]
VERTICAL: list[tuple[int, str]] | None = [(0, "-low"), (30, "-high")]
