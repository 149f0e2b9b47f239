"""What a host may want to watch, as Prometheus text."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """Counters of one server. No label ever holds anything of a race."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("karacho_connections", "Clients connected", registry=self.registry)
        self.lines = Gauge("karacho_lines", "TCP connections, also for pages", registry=self.registry)
        self.tables = Gauge("karacho_tables", "Tables in memory", registry=self.registry)
        self.tasks = Gauge("karacho_tasks", "Tasks of the event loop", registry=self.registry)
        self.commits = Gauge("karacho_commits", "Commits of the store since the start", registry=self.registry)
        self.loop_lag = Gauge(
            "karacho_loop_lag_seconds", "How late the event loop was at worst lately", registry=self.registry
        )
        self.stood_still = Gauge(
            "karacho_stood_still_seconds", "How long the process stood still since its start", registry=self.registry
        )
        self.fallbacks = Gauge("karacho_bot_fallbacks", "Choices a bot failed to make", registry=self.registry)
        self.hurried = Gauge("karacho_bot_hurried", "Choices made in a hurry, by too many bots", registry=self.registry)
        self.refusals = Counter("karacho_refusals", "Refused messages", ["code"], registry=self.registry)
        self.cuts = Counter(
            "karacho_cuts", "Connections refused or cut below the level of messages", ["reason"], registry=self.registry
        )
        self.suspicions = Counter(
            "karacho_suspicions",
            "What no person could do, carried out all the same",
            ["reason"],
            registry=self.registry,
        )
        self.closes = Counter("karacho_closes", "Sockets that have ended", ["reason"], registry=self.registry)
        self.commands = Histogram(
            "karacho_command_seconds",
            "From a command to its answer",
            ["type"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._by_kind: dict[str, Histogram] = {}

    def commanded(self, kind: str, seconds: float) -> None:
        """Note how long a command took."""
        if kind not in self._by_kind:
            self._by_kind[kind] = self.commands.labels(kind)
        self._by_kind[kind].observe(seconds)

    def refuse(self, code: str) -> None:
        """Count a refusal."""
        self.refusals.labels(str(code)).inc()

    def cut(self, reason: str) -> None:
        """Count a connection that was refused or cut before anything could be said."""
        self.cuts.labels(reason).inc()

    def close(self, reason: str) -> None:
        """Count the end of a socket; an empty reason: the client has gone by itself."""
        self.closes.labels(reason.replace(" ", "_") or "gone").inc()

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
