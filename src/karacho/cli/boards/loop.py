"""Where the spaces of a lap lie on the screen: a loop that begins and ends at the start box."""

LEAST_INSIDE = 3  # rows of cells, so that something fits inside


class Loop:
    """A loop of cells, clockwise from the upper left corner: the start box, then space 1 to the last one.

    The largest cells that fit are taken; tall cells first, then flat ones, then narrow ones.
    """

    def __init__(self, spaces: int, width: int, height: int) -> None:
        self.spaces = spaces
        self._box = 2 if spaces % 2 == 0 else 3  # a loop has an even number of cells
        cells = spaces + self._box
        for cell_width, cell_height, rows in ((4, 3, 5), (4, 3, 4), (4, 2, 5), (4, 2, 4), (4, 2, 3), (3, 1, 0)):
            self.cell_width, self.cell_height = cell_width, cell_height
            columns = width // cell_width
            self.columns = min(columns, cells // 2 + 2 - max(rows, LEAST_INSIDE))
            self.rows = cells // 2 + 2 - self.columns
            if rows == self.rows and self.height <= height:
                break

    @property
    def height(self) -> int:
        """How many lines the loop takes."""
        return self.rows * self.cell_height

    @property
    def start_box(self) -> tuple[int, int, int, int]:
        """Column, line, width and height of the start space: it may hold all cars."""
        return 0, 0, self._box * self.cell_width, self.cell_height

    @property
    def inside(self) -> tuple[int, int, int, int]:
        """Column, line, width and height of the room inside the loop."""
        width, height = (self.columns - 2) * self.cell_width, (self.rows - 2) * self.cell_height
        return self.cell_width, self.cell_height, width, height

    def corner(self, space: int) -> tuple[int, int]:
        """The upper left character of a space's cell."""
        column, row = self._cell(self._box + space - 1)
        return column * self.cell_width, row * self.cell_height

    def _cell(self, step: int) -> tuple[int, int]:
        """Column and row of a cell so many steps clockwise from the upper left corner."""
        across, down = self.columns - 1, self.rows - 1
        if step <= across:
            return step, 0
        if step <= across + down:
            return across, step - across
        if step <= 2 * across + down:
            return 2 * across + down - step, down
        return 0, 2 * (across + down) - step
