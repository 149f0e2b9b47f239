/** A track of boards that somebody puts together: a start face, track faces, a finish face; each board once. */

export interface FaceData {
  kind: "start" | "track" | "finish";
  /** Which board this is a side of. */
  board: string;
  theme: string;
  rows: string[];
}

export type Faces = Record<string, FaceData>;

export const FEWEST = 3;
export const MOST = 4;

const boardsOf = (faces: Faces, kind: FaceData["kind"]): string[] => [
  ...new Set(Object.values(faces).flatMap((face) => (face.kind === kind ? [face.board] : []))),
];

/** The sides of a board, ours and those that somebody has added. */
function sidesOf(faces: Faces, board: string): string[] {
  return Object.keys(faces).filter((name) => faces[name].board === board);
}

/** A track to begin with. */
export function firstTrack(faces: Faces, length: number): string[] {
  const first = (kind: FaceData["kind"], count: number) =>
    boardsOf(faces, kind)
      .slice(0, count)
      .map((board) => sidesOf(faces, board)[0]);
  return [...first("start", 1), ...first("track", length), ...first("finish", 1)];
}

/** The other side of a board, or the next one if it has more. Boards of the same kind take turns at both ends. */
export function turned(faces: Faces, track: string[], at: number): string[] {
  const { kind, board } = faces[track[at]];
  const sides =
    kind === "track" ? sidesOf(faces, board) : Object.keys(faces).filter((name) => faces[name].kind === kind);
  const next = sides[(sides.indexOf(track[at]) + 1) % sides.length];
  return track.map((name, i) => (i === at ? next : name));
}

/** A track board changes places with the one before (−1) or after it (1). */
export function moved(track: string[], at: number, by: -1 | 1): string[] {
  return track.map((name, i) => (i === at ? track[at + by] : i === at + by ? track[at] : name));
}

export function canMove(track: string[], at: number, by: -1 | 1): boolean {
  const to = at + by;
  return at > 0 && at < track.length - 1 && to > 0 && to < track.length - 1;
}

export const tookOff = (track: string[], at: number): string[] => track.filter((_, i) => i !== at);

/** Just before the finish. */
export const added = (track: string[], name: string): string[] => [...track.slice(0, -1), name, ...track.slice(-1)];

/** A side of every track board that is not used. */
export function unused(faces: Faces, track: string[]): string[] {
  const used = new Set(track.map((name) => faces[name].board));
  return boardsOf(faces, "track")
    .filter((board) => !used.has(board))
    .map((board) => sidesOf(faces, board)[0]);
}
