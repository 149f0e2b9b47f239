"""`karacho verify`: was a race dealt fairly, played by the rules, and left as it was?"""

from pathlib import Path

from karacho.errors import InvalidReplay, KarachoError
from karacho.fair import verify_file
from karacho.replay import FIRST_LINE, Replay

HOLDS, DOES_NOT_HOLD, NOT_VERIFIABLE = 0, 1, 3  # 2 is a mistake on the command line
FAILED = "This race does NOT verify."
ELSEWHERE = "the server has the race as a .race file"


def verify_race(file: Path, commitment: str | None, fingerprint: str | None) -> int:
    """Print what was found and answer the exit code."""
    with file.open("rb") as opened:
        is_replay = opened.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    if is_replay:
        if commitment is not None or fingerprint is not None:
            raise KarachoError(f"a replay file holds no commitment and no fingerprint to compare; {ELSEWHERE}")
        return _verify_replay(file)
    report = verify_file(file, commitment=commitment, fingerprint=fingerprint)
    print(report.text())
    print("Everything holds." if report.ok else FAILED)
    return HOLDS if report.ok else DOES_NOT_HOLD


def _verify_replay(file: Path) -> int:
    try:
        replay = Replay.load(file)  # plays every action again
    except InvalidReplay as error:
        print(f"NO  actions   {error}")
        print(FAILED)
        return DOES_NOT_HOLD
    print(f"ok  actions   all {len(replay.actions)} follow the rules")
    print(f"--  deal      a replay file does not say where its seed came from; {ELSEWHERE}")
    print("The dealing is not verifiable.")
    return NOT_VERIFIABLE
