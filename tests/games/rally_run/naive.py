"""The rules once more, slowly, on plain positions and by another hand: to compare with the engine."""

import copy
from itertools import combinations

STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
ENDS = {"I": "NS", "L": "NE", "T": "NES", "X": "NESW", "D": "N"}
OUTSIDE = {"NW": ("A1", "W"), "NE": ("E1", "N"), "SE": ("E5", "E"), "SW": ("A5", "S")}
CELLS = [f"{column}{row}" for row in "12345" for column in "ABCDE"]
ROADS = [cell for cell in CELLS if cell != "C3"]


def beyond(place, side):
    if place in OUTSIDE:
        cell, out = OUTSIDE[place]
        return cell if side == BACK[out] else None
    for corner, (cell, out) in OUTSIDE.items():
        if (cell, out) == (place, side):
            return corner
    row, column = "12345".index(place[1]) + STEP[side][0], "ABCDE".index(place[0]) + STEP[side][1]
    return f"{'ABCDE'[column]}{'12345'[row]}" if 0 <= row < 5 and 0 <= column < 5 else None


def roads(p, place):
    if place == "C3":
        return "NESW"
    return BACK[OUTSIDE[place][1]] if place in OUTSIDE else p["open"][place]


def kind(p, cell):
    return p["tiles"]["12345".index(cell[1])]["ABCDE".index(cell[0])]


def turned(shape):
    for _ in range(4):
        yield "".join(side for side in "NESW" if side in shape)
        shape = [{"N": "E", "E": "S", "S": "W", "W": "N"}[side] for side in shape]


def ways(p, cell, came_from):
    found = {way for way in turned(ENDS[kind(p, cell)]) if came_from in way}
    car = p["cars"][p["turn"]]
    if kind(p, cell) == "D" and car in OUTSIDE and p["turns"] < p["seats"]:
        found |= {side for side in "NESW" if beyond(cell, side) in CELLS}
    return found


def legal(p):
    if p["phase"] == "over":
        return []
    if p["phase"] == "turn":
        return sorted(ways(p, p["revealed"], p["from"]))
    car = p["cars"][p["turn"]]
    found = []
    for side in roads(p, car):
        end = beyond(car, side)
        if end and ((end in ROADS and end not in p["open"]) or BACK[side] in roads(p, end)):
            found.append(side)
    free = [cell for cell in ROADS if cell not in p["open"] and cell not in (p["swapped"] or [])]
    return sorted(found + [f"{a}-{b}" for a, b in combinations(free, 2)])


def act(p, action):
    p = copy.deepcopy(p)
    car = p["cars"][p["turn"]]
    if "-" in action:
        a, b = action.split("-")
        flat = dict(zip(CELLS, "".join(p["tiles"]), strict=True))
        flat[a], flat[b] = flat[b], flat[a]
        text = "".join(flat.values())
        p["tiles"] = [text[i : i + 5] for i in range(0, 25, 5)]
        if "seen" in p:
            moved = [{a: b, b: a}.get(cell, cell) for cell in p["seen"]]
            p["seen"] = sorted(moved, key=CELLS.index)
        return end_turn(p, [a, b])
    if p["phase"] == "turn":
        cell = p.pop("revealed")
        del p["from"]
        p["phase"] = "drive"
        return enter(p, cell, action)
    end = beyond(car, action)
    if end in ROADS and end not in p["open"]:
        if "seen" in p and end in p["seen"]:
            p["seen"].remove(end)
        choices = ways(p, end, BACK[action])
        if len(choices) > 1:
            return p | {"phase": "turn", "revealed": end, "from": BACK[action]}
        return enter(p, end, choices.pop())
    return enter(p, end, None)


def enter(p, end, lies):
    seat = p["turn"]
    left = p["cars"][seat]
    p["cars"][seat] = end
    if lies:
        p["open"][end] = lies
    if left in ROADS and left not in p["cars"]:
        del p["open"][left]
        if "seen" in p:
            p["seen"] = sorted([*p["seen"], left], key=CELLS.index)
    p["open"] = {cell: p["open"][cell] for cell in CELLS if cell in p["open"]}
    if end == "C3" and p["goals"][seat] is None:
        p["goals"][seat] = p["canisters"].pop(0)
    return end_turn(p, None)


def end_turn(p, swapped):
    seat = p["turn"]
    p["turns"] += 1
    p["swapped"] = swapped
    car = p["cars"][seat]
    if car in OUTSIDE and p["colors"][car] == p["goals"][seat]:
        return p | {"phase": "over", "winner": seat}
    if p["turns"] == p.get("turn_limit", 200):
        return p | {"phase": "over", "winner": None}
    p["turn"] = (seat + 1) % p["seats"]
    return p
