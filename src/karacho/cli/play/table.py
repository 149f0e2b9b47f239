"""The screen on which a race is played: board, roster, desk and log.

Everything drawn comes from views of the seat at the keyboard (between turns of several people: of a spectator) and
from the events that seat sees.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, RichLog, Static

from karacho.cli.boards import Picture, look_of, palette
from karacho.cli.desks import Desk, desk_of
from karacho.cli.play.arrangement import arrange
from karacho.cli.play.clock import Clock
from karacho.cli.play.flow import Flow, Setting
from karacho.cli.play.handover import HandOver
from karacho.cli.play.hands import Hands
from karacho.cli.play.panes import BoardPane, RosterPane
from karacho.cli.play.podium import Podium
from karacho.cli.play.speed import HURRIED, SPEEDS, next_speed
from karacho.errors import IllegalAction, KarachoError

PATIENCE = 0.3  # seconds; who thinks longer is said to
GLANCE = 0.05  # seconds between two looks whose hands are free


class RaceScreen(Screen[None]):
    """Plays one race: asks people, lets bots act, and shows every event."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "skip", "Skip ahead"),
        Binding("v", "speed", "Speed"),
    ]

    def __init__(self, setting: Setting, speed: str, countdown: float, haste: float, note: str = "") -> None:
        super().__init__()
        self.setting, self.speed, self.note = setting, speed, note
        self.countdown, self.haste = countdown, haste
        self.flow = Flow(setting)
        self.look = look_of(setting.game)
        self.desk = desk_of(setting.game)
        self.asked: int | None = None  # the seat whose choice is awaited
        self.at_keyboard: int | None = setting.persons[0] if len(setting.persons) == 1 else None
        self.picture: Picture = self.flow.race.view(self.viewer)
        self._queue: deque[dict[str, Any]] = deque()
        self._timer: Timer | None = None
        self._bots: Timer | None = None
        self._programmers: deque[int] = deque()
        self._thinks = False
        self._clock = Clock()
        self._hands = Hands(setting.sitting, haste)

    @property
    def viewer(self) -> int | None:
        """Whose view is shown: the only person's always, else the one who is asked."""
        return self.setting.persons[0] if len(self.setting.persons) == 1 else self.asked

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return self.setting.names

    def compose(self) -> ComposeResult:
        """Title, the arrangement of the game, message line, keys."""
        yield Static(id="title")
        yield arrange(
            self.setting.game, BoardPane(), RosterPane(), self.desk, RichLog(id="log", wrap=True, min_width=8)
        )
        yield Static(id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the events of the set-up."""
        self.desk.focus()
        if self.note:
            self._say(self.note)
        self._show(self.flow.race.opening)

    def on_unmount(self) -> None:
        """Somebody quits, or begins another race."""
        self.flow.abandon()

    def on_screen_resume(self) -> None:
        """The keyboard belongs to the desk."""
        self.desk.focus()

    # Showing what happened.
    def _show(self, events: list[Any]) -> None:
        self._queue.extend(self.flow.seen(events, self.viewer))
        self._step()

    def _step(self) -> None:
        """Show events until one is to be looked at for a while; after the last one go on."""
        self._timer = None
        while self._queue:
            event = self._queue.popleft()
            self._take_in(event)
            pause = self.look.pause(event) * SPEEDS[self.speed]
            if pause > 0:
                self.redraw()
                self._timer = self.set_timer(pause, self._step)
                return
        self._settle()

    def _take_in(self, event: dict[str, Any]) -> None:
        self.look.apply(self.picture, event)
        if line := self.look.tell(event, self.names):
            self.query_one("#log", RichLog).write(line)

    def _settle(self) -> None:
        """Everything is shown: the picture is the view again."""
        self.picture = deepcopy(self.flow.race.view(self.viewer))
        self.redraw()
        self._proceed()

    def redraw(self) -> None:
        """Draw title, board and roster from the picture."""
        race = self.flow.race
        title = f" {race.game.title}  ·  {self.look.headline(self.picture)}  ·  speed {self.speed}"
        self.query_one("#title", Static).update(title)
        self.query_one(BoardPane).refresh()
        self.query_one(RosterPane).refresh()
        self.desk.follow(self.picture)

    def _say(self, message: str, bad: bool = False) -> None:
        line = self.query_one("#message", Static)
        line.set_class(bad, "-bad")
        line.update(message)

    # Who is next.
    def _proceed(self) -> None:
        flow = self.flow
        if flow.race.over:
            self._end()
        elif flow.waiting_persons:
            self._call_person(flow.waiting_persons)
        elif not flow.everyone_acts:
            seat = flow.waiting_bots[0]
            self._say(f"{self.names[seat]} is on turn")
            self.set_timer(max(SPEEDS[self.speed], HURRIED), self._bot_turn)
        self._run_programming()

    def _call_person(self, people: list[int]) -> None:
        seat = self.at_keyboard if self.at_keyboard in people else people[0]
        if seat != self.at_keyboard and self.flow.hides_something(seat):
            self.app.push_screen(HandOver(self.names[seat]), lambda _: self._ask(seat))
        else:
            self._ask(seat)

    def _ask(self, seat: int) -> None:
        """Put the choices of a seat on the desk."""
        self.asked = self.at_keyboard = seat
        self.picture = deepcopy(self.flow.race.view(seat))
        self.desk.show(self.flow.race.view(seat), seat)
        self._say(self.note or ("Your turn" if self.names[seat] == "You" else f"{self.names[seat]}: your turn"))
        self.redraw()
        self._run_programming()

    def _bot_turn(self) -> None:
        if self._thinks:  # still about a choice for which the time is up
            self.set_timer(PATIENCE, self._bot_turn)
        elif self.flow.waiting_bots:
            self._let_think(self.flow.waiting_bots[0], self._show)

    def _let_think(self, seat: int, then: Callable[[list[Any]], None]) -> None:
        """In a thread of its own: the screen lives on meanwhile, and whoever quits need not wait for the bot."""
        self._thinks = True
        loop, choose = asyncio.get_running_loop(), self.flow.begin_thinking(seat)

        def think() -> None:
            action = choose()
            with suppress(RuntimeError):  # somebody has quit
                loop.call_soon_threadsafe(self.call_later, self._bot_has_chosen, seat, action, then)

        threading.Thread(target=think, daemon=True).start()
        self.set_timer(PATIENCE, lambda: self._say_who_thinks(seat))

    def _say_who_thinks(self, seat: int) -> None:
        if self._thinks and not self.flow.everyone_acts:
            self._say(f"{self.names[seat]} is thinking …")

    def _bot_has_chosen(self, seat: int, action: str, then: Callable[[list[Any]], None]) -> None:
        self._thinks = False
        events = self.flow.end_thinking(seat, action)
        if complaint := self.flow.take_complaint():
            self.query_one("#log", RichLog).write(Text(complaint, palette.BAD))
        if events is not None:
            then(events)

    def _end(self) -> None:
        self._say("The race is over")
        self.app.push_screen(Podium(self.flow.race, self.names))

    # What people choose.
    def on_desk_chosen(self, message: Desk.Chosen) -> None:
        """The race judges every choice; a refusal says why."""
        seat = self.asked
        if seat is None:
            return
        before = deepcopy(self.flow.race.view(None if len(self.setting.persons) > 1 else seat))
        stage = self.flow.stage
        try:
            events = self.flow.act(seat, message.action)
        except IllegalAction as refusal:
            reason = self.look.reasons.get(refusal.code, "the rules refuse it")
            self._say(f"{message.action}: {reason} ({refusal.code}, {refusal.clause})", bad=True)
            return
        except KarachoError as error:
            self._say(str(error), bad=True)
            return
        self.note = ""
        if self.flow.stage == stage and self.flow.everyone_acts and seat in self.flow.race.actors:
            self.desk.show(self.flow.race.view(seat), seat)  # a slide: nobody else sees it
            if not self.flow.counts_down:
                self._say("")
        else:
            self.picture = before
            if self.flow.stage != stage:
                self._stop_bots()
            self._leave_desk()
            self._show(events)

    def on_desk_pointed(self) -> None:
        """The board shows what the cursor points at."""
        self.query_one(BoardPane).refresh()

    def _leave_desk(self) -> None:
        self.asked = None
        self.desk.show(None)

    # Programming: everybody at once.
    def _run_programming(self) -> None:
        """Against the clock bots program at the pace of their level, else at once; the last seat has a countdown."""
        flow = self.flow
        if not flow.everyone_acts or (flow.waiting_persons and self.asked is None):
            return
        if flow.waiting_bots and self._bots is None:
            if flow.by_the_clock:
                self._hands.look(flow.waiting_bots)
            pause = max(GLANCE / self.haste, HURRIED) if flow.by_the_clock else HURRIED
            self._bots = self.set_interval(pause, self._bots_program)
        if flow.counts_down:
            self._clock.start(self, self.countdown, self._time_is_up)
        elif not flow.waiting_persons:
            self._say("The bots are still programming")

    def _bots_program(self) -> None:
        """Each of them whose hands are free one action, one after the other."""
        if not self._thinks:
            self._programmers = deque(self._hands.free(self.flow.waiting_bots))
            self._next_programs(self.flow.stage)

    def _next_programs(self, stage: tuple[str, int]) -> None:
        if self.flow.stage == stage and self._programmers:
            seat = self._programmers.popleft()

            def hear(events: list[Any]) -> None:
                if self.flow.by_the_clock:
                    self._hands.rest(seat)
                self._hear(stage, events)
                self._next_programs(stage)

            self._let_think(seat, hear)
        elif not self.flow.waiting_bots:
            self._stop_bots()

    def _time_is_up(self) -> None:
        (seat,) = self.flow.race.actors
        self._hear(self.flow.stage, self.flow.time_out(seat))

    def _hear(self, stage: tuple[str, int], events: list[Any]) -> None:
        """What others did while somebody is still programming is told at once; the race that follows is shown."""
        if self.flow.stage == stage:
            for event in self.flow.seen(events, self.viewer):
                self._take_in(event)
            self.redraw()
            self._run_programming()
            return
        self._stop_bots()
        self._leave_desk()
        self._show(events)

    def _stop_bots(self) -> None:
        if self._bots is not None:
            self._bots.stop()
            self._bots = None

    # Keys.
    def action_skip(self) -> None:
        """Show what is still waiting at once."""
        if self._timer is not None:
            self._timer.stop()
            while self._queue:
                self._take_in(self._queue.popleft())
            self._step()

    def action_speed(self) -> None:
        """The next speed."""
        self.speed = next_speed(self.speed)
        self.redraw()
