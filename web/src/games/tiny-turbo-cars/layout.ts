/** How large the track is drawn beside its panel. */
import type { TurboView } from "./view";

export interface Layout {
  cell: number;
  edge: number;
  overview: boolean;
}

/** Narrow screens: the share of the width that the track has in each phase. */
const SHARE: Record<string, number> = { draft: 0.27, grid: 0.66, program: 0.36 };
const RACE_SHARE = 0.55;

const WIDE = 700;

export function layoutOf(
  phase: TurboView["phase"],
  width: number,
  height: number,
  rows: number,
  whole: boolean,
): Layout {
  const wide = width >= WIDE;
  const edge = wide ? 14 : 7;
  const all = Math.max(6, Math.floor(height / rows));
  if (whole) return { cell: all, edge, overview: false };
  const share = wide
    ? phase === "draft"
      ? 0.24
      : phase === "program" || phase === "grid"
        ? 0.34
        : 0.42
    : (SHARE[phase] ?? RACE_SHARE);
  const fits = (width * share - 2 * edge) / 5;
  const cell = Math.floor(Math.max(all, 14, Math.min(fits, height / (wide && phase === "program" ? 11 : 8), 110)));
  return { cell, edge, overview: wide && cell * rows > height * 1.7 };
}

/** Rows to draw: the boards, and as much floor behind them as the cars need. */
export function rowsOf(view: TurboView): number {
  const furthest = Math.max(0, ...view.cars.map((car) => car.row ?? 0));
  return Math.max(view.map.length + 4, furthest + 3);
}
