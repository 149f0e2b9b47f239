"""The desk of Stich Rallye: the hand, sorted by color, or the choice between turbo and coast."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from karacho.cli.boards import palette
from karacho.cli.boards.canvas import Canvas
from karacho.cli.desks.desk import Desk, View
from karacho.games.stich_rallye.tracks import find_track
from karacho.race import resample

WIDTH = 6


class CardDesk(Desk):
    """Every card of the hand can be chosen; those that the rules refuse are dim, and the race says why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "name('turbo')", "Turbo", show=False),
        Binding("c", "name('coast')", "Coast", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._landings: dict[str, int] = {}

    def prepare(self) -> None:
        """Begin on the first legal card; find out where the car would land."""
        view = self.seat_view
        if view is None:
            return
        self._landings = preview(view, self.seat) if view["phase"] == "turbo" else {}
        legal = view["legal_actions"]
        if self.chosen not in legal:
            self.cursor = next((place for place, card in enumerate(self.choices) if card in legal), 0)

    @property
    def choices(self) -> list[str]:
        """The whole hand, or turbo and coast."""
        if self.seat_view is None:
            return []
        if self.seat_view["phase"] == "turbo":
            return list(self.seat_view["legal_actions"])
        return list(self.seat_view["hands"][self.seat])

    def action_name(self, action: str) -> None:
        """Choose by name."""
        if self.seat_view is not None:
            self.post_message(self.Chosen(action))

    def marks(self) -> Mapping[str, str]:
        """Where the car would land with each choice; the one under the cursor comes last, on top."""
        if self.seat_view is None:
            return {}
        order = sorted(self._landings, key=lambda action: action == self.chosen)
        return {action[0].upper(): str(self._landings[action]) for action in order}

    def title(self) -> str:
        """What is asked."""
        if self.seat_view is None:
            return ""
        if self.seat_view["phase"] == "turbo":
            return f"You won the trick. Your motor stands on {self.seat_view['motors'][self.seat]}:"
        return "Lead any card:" if not self.seat_view["trick"] else "Play a card (follow the lead color if you can):"

    def label(self, choice: str) -> str:
        """Turbo and coast with the space where the car would come to rest."""
        words = {"turbo": "turbo: drive with the motor, it goes to 0", "coast": "coast: keep the motor wound"}
        end = self._landings.get(choice)
        return words.get(choice, choice) + ("" if end is None else f" → {_place(self.seat_view, end)}")

    def render(self) -> Text:
        """Cards side by side."""
        if self.seat_view is None or self.seat_view["phase"] == "turbo":
            return super().render()
        canvas = Canvas(max(20, self.size.width), 5)
        canvas.put(0, 0, self.title(), palette.STRONG)
        for place, card in enumerate(self.choices):
            x = place * (WIDTH + 1)
            legal = card in self.seat_view["legal_actions"]
            style = (palette.CARDS if legal else palette.DIM_CARDS)[card[0]]
            here = place == self.cursor
            canvas.fill(x, 1, WIDTH, 3, " ", style)
            canvas.put(x, 2, card.center(WIDTH), f"bold {style}")
            if here:
                canvas.put(x, 1, "▛" + "▀" * (WIDTH - 2) + "▜", f"#ffd98a on {style.split()[-1]}")
                canvas.put(x, 3, "▙" + "▄" * (WIDTH - 2) + "▟", f"#ffd98a on {style.split()[-1]}")
            canvas.put(x, 4, str(place + 1).center(WIDTH), palette.CURSOR if here else palette.FAINT)
        return canvas.text()


def _place(view: View | None, distance: int) -> str:
    """A distance as people see it on the track."""
    spaces = find_track(view["track"]).spaces if view else distance
    lap, space = divmod(distance - 1, spaces)
    return f"lap {lap + 1}, space {space + 1}" if lap < 2 else "over the line: you win"


def preview(view: Mapping[str, Any], seat: int) -> dict[str, int]:
    """Where each choice would bring the car: tried out on a race that fits the view."""
    landings = {}
    for action in view["legal_actions"]:
        trial = resample(view, seed=0)
        events = [trial.game.events.data(event) for event in trial.act(action, seat)]
        for event in events:
            # The winner's own move comes first; a round that ends here moves everybody once more.
            if event["kind"] in ("flag_taken", "round_ended", "race_ended"):
                break
            if event["kind"] in ("car_drove", "car_rolled") and event["seat"] == seat:
                landings[action] = int(event["end"])  # type: ignore[call-overload]
    return landings
