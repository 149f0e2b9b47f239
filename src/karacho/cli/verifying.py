"""`karacho verify`: was a race dealt fairly, played by the rules, and left as it was?"""

from pathlib import Path

from karacho.fair import verify_file
from karacho.replay import FIRST_LINE, Replay

HOLDS, DOES_NOT_HOLD, NOT_VERIFIABLE = 0, 1, 3  # 2 is a mistake on the command line


def verify_race(file: Path, commitment: str | None, fingerprint: str | None) -> int:
    """Print what was found and answer the exit code."""
    with file.open("rb") as opened:
        is_replay = opened.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    if is_replay:
        return _verify_replay(file)
    report = verify_file(file, commitment=commitment, fingerprint=fingerprint)
    print(report.text())
    print("Everything holds." if report.ok else "This race does NOT verify.")
    return HOLDS if report.ok else DOES_NOT_HOLD


def _verify_replay(file: Path) -> int:
    replay = Replay.load(file)  # plays every action again
    print(f"ok  actions   all {len(replay.actions)} follow the rules")
    print("--  deal      a replay file does not say where its seed came from; the server has the race as a .race file")
    print("The dealing is not verifiable.")
    return NOT_VERIFIABLE
