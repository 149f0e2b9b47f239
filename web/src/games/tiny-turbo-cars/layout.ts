/** How large the track is drawn beside its panel. */
import type { TurboView } from "./view";

export interface Layout {
  cell: number;
  edge: number;
  overview: boolean;
}

/** `large`, on narrow screens: the track has all the room for as long as somebody wants to look closely. */
export type Zoom = "near" | "whole" | "large";

/** Narrow screens: the share of the width that the track has in each phase. */
const SHARE: Record<string, number> = { draft: 0.27, grid: 0.7, program: 0.36 };
const RACE_SHARE = 0.55;
/** And what is always left for the words beside it, in pixels at the usual text size. */
const WORDS = 93;

/** Nothing that is tapped is smaller. */
export const FINGER = 44;
/** A starting space is: words break before it becomes smaller. */
const LEAST: Record<string, number> = { grid: FINGER };

const WIDE = 700;

export const isWide = (width: number): boolean => width >= WIDE;

export function layoutOf(
  phase: TurboView["phase"],
  width: number,
  height: number,
  rows: number,
  zoom: Zoom,
  text = 1,
  magnification = 1,
): Layout {
  const wide = isWide(width);
  const edge = (wide ? 14 : 7) * magnification;
  const all = Math.max(6, Math.floor(height / rows));
  if (zoom === "whole") return { cell: all, edge, overview: false };
  if (zoom === "large") return { cell: Math.floor((width - 2 * edge) / 5), edge, overview: false };
  const share = wide
    ? phase === "draft"
      ? 0.24
      : phase === "program" || phase === "grid"
        ? 0.34
        : 0.42
    : (SHARE[phase] ?? RACE_SHARE);
  const fits = (Math.min(width * share, width - WORDS * text) - 2 * edge) / 5;
  const cell = Math.floor(
    Math.max(
      all,
      LEAST[phase] ?? 14,
      Math.min(fits, height / (wide && phase === "program" ? 11 : 8), 110 * magnification),
    ),
  );
  return { cell, edge, overview: wide && cell * rows > height * 1.7 };
}

/** Rows to draw: the boards, and as much floor behind them as the cars need. */
export function rowsOf(view: TurboView): number {
  const furthest = Math.max(0, ...view.cars.map((car) => car.row ?? 0));
  return Math.max(view.map.length + 4, furthest + 3);
}
