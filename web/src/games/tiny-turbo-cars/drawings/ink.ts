/** Drawings as data: shapes in order, each an ink and a path, in a box of 100 × 100. A width makes it a line. */
export type Shape = readonly [ink: Ink, path: string, width?: number];
export type Drawing = readonly Shape[];

export const INKS = {
  outline: "#3b2a1c",
  wood: "#b9803f",
  woodLight: "#d8a765",
  woodDark: "#7d5226",
  white: "#fffaf0",
  cream: "#f3e3c3",
  grey: "#b9bcc0",
  greyDark: "#74797f",
  black: "#2a2724",
  red: "#cf4436",
  redDark: "#93281e",
  orange: "#ef8d2f",
  yellow: "#f6c945",
  green: "#5a9a4a",
  greenDark: "#356b33",
  leaf: "#7dba5c",
  blue: "#4a8fd0",
  blueDark: "#2b5f95",
  water: "#8fd0ee",
  teal: "#3f9c97",
  purple: "#8d6bb8",
  pink: "#f0a5b5",
  skin: "#f2c79b",
  terracotta: "#c96b43",
  paint: "var(--paint)",
  shade: "rgb(30 15 0 / 28%)",
  shine: "rgb(255 255 255 / 42%)",
} as const;

export type Ink = keyof typeof INKS;

/** A circle as a path. */
export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** A rectangle with round corners as a path. */
export function box(x: number, y: number, width: number, height: number, round = 0): string {
  const r = Math.min(round, width / 2, height / 2);
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + r} ${y}h${width - 2 * r}${arc(r, r)}v${height - 2 * r}${arc(-r, r)}` +
    `h${2 * r - width}${arc(-r, -r)}v${2 * r - height}${arc(r, -r)}Z`
  );
}
