import { render } from "svelte/server";
import { expect, it } from "vitest";
import type { BoardProps, GameEvent, View } from "../game";
import fourSeats from "./races/four-seats.json";
import rallyRun from "./index";

const frames = fourSeats as unknown as { events: GameEvent[]; view: View }[];

function page(view: View): string {
  const props = { view, event: null, duration: 0, seat: null, names: ["A", "B", "C", "D"], legal: [] };
  return render(rallyRun.Board, { props: props as unknown as BoardProps }).body;
}

/** The buttons of the page by place, without what says where they are. */
function buttons(html: string): Map<string, string> {
  const found = [...html.matchAll(/<button[^>]*data-place="(\w+)"[\s\S]*?<\/button>/g)];
  return new Map(found.map(([button, place]) => [place, button.replace(/ (data-place|style|tabindex)="[^"]*"/g, "")]));
}

it("draws every face-down tile alike, whatever was seen there", () => {
  let view: View = { ...frames[0].view };
  for (const frame of frames.slice(1, 50)) for (const event of frame.events) view = rallyRun.stage(view, event, null);
  const backs = [...buttons(page({ ...view, swapped: null }))].filter(([place]) => {
    const [column, row] = ["ABCDE".indexOf(place[0]), Number(place[1]) - 1];
    return view.tiles[row]?.[column] === "?";
  });
  expect(backs.length).toBeGreaterThan(15);
  expect(new Set(backs.map(([, button]) => button)).size).toBe(1);
});

it("draws a race the same after coming in late as after watching it", () => {
  let view: View = { ...frames[0].view };
  for (const frame of frames.slice(1, 50)) for (const event of frame.events) view = rallyRun.stage(view, event, null);
  expect(page(view)).toBe(page({ ...frames[0].view, ...frames[49].view }));
});

it("draws every view of a race", () => {
  for (const frame of frames) expect(page({ ...frames[0].view, ...frame.view })).toContain('data-place="C3"');
});
