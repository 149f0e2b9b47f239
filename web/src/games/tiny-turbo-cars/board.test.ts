import { render } from "svelte/server";
import { expect, it } from "vitest";
import type { BoardProps, View } from "../game";
import turbo from "./index";
import fourSeats from "./races/four-seats.json";
import relaxed from "./races/relaxed.json";
import SmilePile from "./SmilePile.svelte";

function page(view: View, seat: number | null, legal: string[] = []): string {
  const props = {
    game: { data: {} },
    view,
    event: null,
    duration: 0,
    seat,
    names: ["A", "B", "C", "D"],
    legal,
    clock: null,
  };
  return render(turbo.Board, { props: props as unknown as BoardProps }).body;
}

it("draws every view of a race", () => {
  for (const { viewer, frames } of [fourSeats, relaxed])
    for (const frame of frames) expect(page({ ...frames[0].view, ...frame.view }, viewer)).toContain("<h2");
});

it("shows which smiles are left, the next one on top", () => {
  const view = { ...fourSeats.frames[0].view, phase: "program", done: [2] };
  expect(page(view, 0)).toContain('class="pile');
  const pile = render(SmilePile, { props: { count: 4, taken: 1, ordered: true } }).body;
  expect(pile.match(/z-index: \d/g)).toEqual(["z-index: 3", "z-index: 2", "z-index: 1"]);
  expect(pile).toMatch(/role="img" aria-label="[^"]+"/);
});

it("offers the racecars that can be chosen; the others can be tapped to hear why not", () => {
  const html = page(fourSeats.frames[0].view, 0, ["dogtor", "turbotbot"]);
  expect(html.match(/<button[^>]*class="card[^>]*aria-disabled="false"/g)).toHaveLength(2);
  expect(html.match(/<button[^>]*class="card[^>]*aria-disabled="true"/g)).toHaveLength(6);
});
