"""A sheet of characters with styles: boards are drawn on it and handed to the terminal as one text."""

from rich.text import Text

Style = str


class Canvas:
    """Characters in rows and columns; what falls off the sheet is cut."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(1, width)
        self.height = max(1, height)
        self._cells: list[list[tuple[str, Style]]] = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: Style = "") -> int:
        """Write a text and answer the column after it."""
        for letter in text:
            if 0 <= x < self.width and 0 <= y < self.height:
                self._cells[y][x] = (letter, style)
            x += 1
        return x

    def fill(self, x: int, y: int, width: int, height: int, letter: str, style: Style) -> None:
        """Fill a rectangle."""
        for row in range(height):
            self.put(x, y + row, letter * width, style)

    def text(self) -> Text:
        """The sheet as styled text; equal styles side by side become one span."""
        text = Text(no_wrap=True)
        for number, row in enumerate(self._cells):
            if number:
                text.append("\n")
            run, current = "", row[0][1]
            for letter, style in row:
                if style != current:
                    text.append(run, current or None)
                    run, current = "", style
                run += letter
            text.append(run, current or None)
        return text
