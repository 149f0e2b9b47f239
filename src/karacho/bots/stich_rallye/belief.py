"""Worlds that fit what a seat has seen: a hand and a kind of driver for every other seat.

Deals that fit the view are drawn first, all equally likely. Then each is weighed by how likely its drivers would have
been to play as they did, given the hands they held in it.
"""

import math
from typing import Annotated

import numpy as np

from karacho.bots.stich_rallye.company import all_drive_anyhow, draw_company, rule_out
from karacho.bots.stich_rallye.desk import open_desk
from karacho.bots.stich_rallye.drivers import KINDS, weigh_play
from karacho.bots.stich_rallye.notes import ACTION, IN_TRICK, MOST_PLAYS, PLAYED, SEAT, Notes, go_back, scale
from karacho.bots.stich_rallye.settings import MOST_WORLDS
from karacho.core.bits import count_bits
from karacho.core.events import Log
from karacho.core.jit import rule
from karacho.core.record import Ints, Record, fill_row
from karacho.core.rng import Rng, draw_unit
from karacho.games.stich_rallye.components import CARDS, COLOR_BITS, MOST_SEATS, VALUES
from karacho.games.stich_rallye.state import State, hand_size
from karacho.games.stich_rallye.view import copy_visible
from karacho.games.stich_rallye.worlds import count_deals, draw_hand, note_lacks, unseen_cards


class Worlds(Record):
    """Drawn worlds, and which of them to try next."""

    hands: Annotated[Ints, "i8", MOST_WORLDS, MOST_SEATS]
    kinds: Annotated[Ints, "i1", MOST_WORLDS, MOST_SEATS]
    weights: Annotated[Ints, "f8", MOST_WORLDS]  # together 1
    picks: Annotated[Ints, "i2", MOST_WORLDS]


@rule
def draw_worlds(
    view: State,
    seat: int,
    notes: Notes,
    count: int,
    forget: float,
    rng: Rng,
    past: State,
    quiet: Log,
    worlds: Worlds,
) -> None:
    """So many worlds with their weights; what is forgotten is as if it had not been seen."""
    unseen = unseen_cards(view, seat)
    for i in range(view.played):
        if forget > 0.0 and draw_unit(rng) < forget:
            unseen |= 1 << int(view.cards[i])
    lacks = np.zeros(MOST_SEATS, np.int16)
    ways = np.zeros((MOST_SEATS + 1, VALUES + 1, VALUES + 1))
    remember_lacks(view, seat, unseen, forget, rng, lacks, ways)
    plays = np.zeros(MOST_PLAYS, np.int16)
    recalled = recall_plays(notes, seat, forget, rng, plays)
    copy_visible(view, -1, past)
    before = np.zeros((MOST_SEATS, KINDS))
    desk = open_desk(view)
    weigh_choices(view, notes, plays, recalled, past, quiet, desk, before)
    rule_out(before, seat, int(view.seats))
    by_chance = all_drive_anyhow(before, seat, int(view.seats))
    fits = np.zeros((MOST_SEATS, KINDS))
    shares = np.zeros(KINDS)
    for world in range(count):
        left = unseen
        for other in range(view.seats):
            for kind in range(KINDS):
                fits[other, kind] = before[other, kind]
            if other != seat:
                hand = draw_hand(left, hand_size(view, other), int(lacks[other]), ways[other + 1], rng)
                worlds.hands[world, other] = hand
                left &= ~hand
        weigh_cards(notes, plays, recalled, worlds.hands[world], past, quiet, desk, fits)
        fitting = draw_company(fits, seat, int(view.seats), rng, shares, worlds.kinds[world])
        # Chance is foreseen for what it is; whoever thinks only roughly, and a few worlds would outweigh all others.
        worlds.weights[world] = fitting if by_chance else math.sqrt(fitting)
    share_out(worlds.weights, count)


@rule
def remember_lacks(view: State, seat: int, unseen: int, forget: float, rng: Rng, lacks: Ints, ways: Ints) -> None:
    """The colors that others are known to lack, as far as not forgotten, and the deals that fit."""
    note_lacks(view, lacks)
    for other in range(view.seats):
        if forget > 0.0 and draw_unit(rng) < forget:
            lacks[other] = 0
    count_deals(view, seat, unseen, lacks, ways)
    if ways[0, count_bits(unseen & COLOR_BITS), count_bits(unseen >> VALUES & COLOR_BITS)] == 0.0:
        fill_row(lacks, 0)  # a made-up position: see `worlds.known_lacks`
        count_deals(view, seat, unseen, lacks, ways)


@rule
def recall_plays(notes: Notes, seat: int, forget: float, rng: Rng, plays: Ints) -> int:
    """The others' plays in this round, as far as not forgotten; returns how many."""
    count = 0
    for i in range(notes.count):
        if notes.plays[i, SEAT] != seat and (forget == 0.0 or draw_unit(rng) >= forget):
            plays[count] = i
            count += 1
    return count


@rule
def weigh_choices(
    view: State, notes: Notes, plays: Ints, recalled: int, past: State, quiet: Log, desk: Ints, fits: Ints
) -> None:
    """What can be told without the hands: earlier rounds, and turbo or coast."""
    for other in range(view.seats):
        for kind in range(KINDS):
            fits[other, kind] = notes.fits[other, kind]
    for i in range(recalled):
        row = notes.plays[plays[i]]
        if row[ACTION] >= CARDS:
            go_back(past, row)
            weigh_play(past, int(row[SEAT]), int(row[ACTION]), quiet, desk, fits[row[SEAT]])
    for other in range(view.seats):
        scale(fits[other])


@rule
def weigh_cards(
    notes: Notes, plays: Ints, recalled: int, hands: Ints, past: State, quiet: Log, desk: Ints, fits: Ints
) -> None:
    """What the cards tell if these are the hands."""
    trick = -1
    for i in range(recalled):
        row = notes.plays[plays[i]]
        if row[ACTION] < CARDS:
            other = int(row[SEAT])
            if row[PLAYED] != trick:
                trick = int(row[PLAYED])
                go_back(past, row)
            past.in_trick = row[IN_TRICK]
            past.hands[other] = hands[other] | notes.later[plays[i]]
            weigh_play(past, other, int(row[ACTION]), quiet, desk, fits[other])


@rule
def common_kind(worlds: Worlds, count: int, seat: int, seats: int) -> int:
    """The kind of driver that is likeliest among the others on the whole."""
    shares = np.zeros(KINDS)
    for world in range(count):
        for other in range(seats):
            if other != seat:
                shares[worlds.kinds[world, other]] += worlds.weights[world]
    best = 0
    for kind in range(1, KINDS):
        if shares[kind] > shares[best]:
            best = kind
    return best


@rule
def share_out(weights: Ints, count: int) -> None:
    """Make the weights add up to 1."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    for i in range(count):
        weights[i] /= total


@rule
def pick_worlds(worlds: Worlds, count: int, wanted: int, rng: Rng) -> None:
    """So many of the drawn worlds, each as often as its weight demands."""
    mark = draw_unit(rng) / wanted
    world = 0
    passed = worlds.weights[0]
    for i in range(wanted):
        while passed < mark and world < count - 1:
            world += 1
            passed += worlds.weights[world]
        worlds.picks[i] = world
        mark += 1.0 / wanted
