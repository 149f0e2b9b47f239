"""What has happened since a version, as each viewer is told: what all are told alike is written once for all."""

from msgspec import Raw, json

from karacho.server.course import Course
from karacho.server.protocol import Deadline, Frame, Proven

VIEW = b'"view":'


class Frames:
    """The frames of all viewers of one change."""

    def __init__(self, course: Course, since: int, deadline: Deadline | None) -> None:
        self._course = course
        self._steps = course.steps[since:]
        self._public = course.public_events(self._steps)
        frame = Frame(
            race=course.row.race,
            since=since,
            version=course.version,
            view=Raw(),  # type: ignore[arg-type]
            deadline=deadline,
            waiting=not course.race.over,
            outcome=course.outcome,
            draws=[draw for step in self._steps for draw in step.draws],
            proofs=[Proven(*proof) for step in self._steps for proof in step.proofs],
        )
        if self._public is not None:
            frame.events = self._public  # type: ignore[assignment]
            frame.parts = [(len(step.events), step.driver) for step in self._steps]  # type: ignore[misc]
        before, view, self._after = json.encode(frame).partition(VIEW)
        self._before = before + view

    def seen_by(self, seat: int | None, *, reset: bool = False) -> bytes:
        """The whole message for a seat or a spectator."""
        course = self._course
        if seat is not None and seat >= course.row.seats:
            seat = None  # a seat that the table was given after this race
        parts = [self._before, course.view(seat)]
        if seat is not None:
            parts.append(b',"seat":%d' % seat)
        if reset:
            parts.append(b',"reset":true')
        hints = course.hints(seat)
        if hints is not None:
            parts += b',"hints":', hints
        if self._public is None and self._steps:
            parts.append(self._events_for(seat))
        parts.append(self._after)
        return b"".join(parts)

    def _events_for(self, seat: int | None) -> bytes:
        """There is something in it that not all see alike."""
        told = [self._course.events_of(step, seat) for step in self._steps]
        events = b",".join([text for _, texts in told for text in texts])
        parts = json.encode([(count, step.driver) for (count, _), step in zip(told, self._steps, strict=True)])
        return b',"events":[%b],"parts":%b' % (events, parts)
