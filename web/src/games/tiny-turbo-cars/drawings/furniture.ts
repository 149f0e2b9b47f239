/** Furniture: nothing gets through. Each is drawn on top of a block that fills its space. */
import { box, disc, type Drawing, type Ink } from "./ink";

interface Piece {
  /** The block below. */
  block: Ink;
  top: Drawing;
}

const books = (a: Ink, b: Ink, c: Ink): Drawing => [
  [a, "M12 16L70 8L74 38L16 46Z"],
  ["cream", "M70 8L80 14L84 40L74 38Z"],
  [b, box(20, 40, 62, 26, 3)],
  ["cream", box(20, 60, 62, 8)],
  [c, "M10 62L66 66L64 92L8 88Z"],
  ["white", "M18 70L54 73M34 50H68M24 24L56 20", 4],
];

const stool: Piece = {
  block: "woodDark",
  top: [
    ["woodLight", disc(50, 50, 40)],
    ["wood", disc(50, 50, 31)],
    ["woodLight", disc(50, 50, 24)],
    ["woodDark", "M32 50H68M50 32V68", 3],
  ],
};

const bin: Piece = {
  block: "greyDark",
  top: [
    ["grey", disc(50, 50, 40)],
    ["white", disc(50, 50, 33)],
    ["grey", disc(50, 50, 27)],
    ["greyDark", box(40, 10, 20, 9, 4)],
    ["shine", "M30 46Q34 30 52 28Q40 36 36 54Z"],
  ],
};

const tub: Piece = {
  block: "grey",
  top: [
    ["white", box(8, 8, 84, 84, 30)],
    ["water", box(20, 20, 60, 60, 22)],
    ["white", "M32 42Q40 36 48 42T64 42M36 58Q44 52 52 58T68 58", 4],
    ["greyDark", box(42, 4, 16, 14, 5)],
  ],
};

const table: Piece = {
  block: "woodDark",
  top: [
    ["wood", box(7, 7, 86, 86, 6)],
    ["woodDark", "M10 30H90M10 52H90M10 74H90", 2],
    ["white", disc(64, 36, 14)],
    ["wood", disc(64, 36, 9)],
    ["blue", "M18 58L44 52L50 78L24 84Z"],
  ],
};

const armchair: Piece = {
  block: "redDark",
  top: [
    ["red", box(6, 6, 88, 88, 18)],
    ["orange", box(24, 20, 52, 62, 12)],
    ["redDark", "M24 20V82M76 20V82M24 82H76", 4],
    ["yellow", "M36 34Q50 40 64 34Q58 50 64 66Q50 60 36 66Q42 50 36 34Z"],
  ],
};

const rack: Piece = {
  block: "woodDark",
  top: [
    ["wood", box(6, 6, 88, 88, 5)],
    ["woodDark", "M8 36H92M8 64H92", 4],
    ["green", "M20 14Q30 8 42 14V30H20Z"],
    ["black", "M56 14Q66 8 80 14V30H56Z"],
    ["red", "M24 44Q34 38 46 44V58H24Z"],
    ["blue", "M56 72Q66 66 78 72V88H56Z"],
  ],
};

const umbrellas: Piece = {
  block: "greyDark",
  top: [
    ["grey", disc(50, 50, 40)],
    ["black", disc(50, 50, 30)],
    ["red", "M50 50L34 26Q46 18 56 26Z"],
    ["blue", "M50 50L72 38Q78 52 70 62Z"],
    ["yellow", "M50 50L38 72Q28 62 30 50Z"],
    ["wood", disc(50, 50, 7)],
  ],
};

const chest: Piece = {
  block: "woodDark",
  top: [
    ["woodLight", box(7, 7, 86, 86, 8)],
    ["blue", box(7, 30, 86, 14)],
    ["blue", box(7, 58, 86, 14)],
    ["yellow", box(40, 40, 20, 22, 4)],
    ["woodDark", disc(50, 51, 4)],
  ],
};

const house: Piece = {
  block: "purple",
  top: [
    ["red", "M7 7H93V48H7Z"],
    ["redDark", "M7 52H93V93H7Z"],
    ["cream", "M7 48H93V52H7Z"],
    ["redDark", "M22 8V46M40 8V46M58 8V46M76 8V46", 3],
    ["red", "M22 54V92M40 54V92M58 54V92M76 54V92", 3],
    ["terracotta", box(62, 18, 18, 18, 2)],
    ["black", box(67, 23, 8, 8)],
  ],
};

const chair: Piece = {
  block: "woodDark",
  top: [
    ["wood", box(10, 10, 80, 80, 12)],
    ["cream", box(20, 18, 60, 56, 10)],
    ["woodDark", box(12, 78, 76, 13, 6)],
    ["terracotta", "M30 30H70M30 46H70M30 62H70", 4],
  ],
};

const leg: Piece = {
  block: "woodDark",
  top: [
    ["wood", box(7, 7, 86, 86, 8)],
    ["woodLight", box(20, 20, 60, 60, 10)],
    ["wood", disc(50, 50, 22)],
    ["woodDark", disc(50, 50, 9)],
  ],
};

const washer: Piece = {
  block: "grey",
  top: [
    ["white", box(7, 7, 86, 86, 8)],
    ["grey", box(7, 7, 86, 17, 6)],
    ["greyDark", disc(20, 15, 4)],
    ["blue", disc(74, 15, 4)],
    ["greyDark", disc(50, 58, 29)],
    ["water", disc(50, 58, 21)],
    ["white", "M36 56Q43 50 50 56T64 56", 4],
  ],
};

const basket: Piece = {
  block: "wood",
  top: [
    ["woodLight", box(7, 7, 86, 86, 18)],
    ["wood", "M10 26H90M10 44H90M10 62H90M10 80H90M28 9V91M50 9V91M72 9V91", 3],
    ["white", "M24 38Q36 22 52 30Q72 26 76 44Q80 64 62 68Q42 76 30 64Q18 54 24 38Z"],
    ["pink", "M40 44Q56 38 62 52Q58 64 44 60Q34 54 40 44Z"],
  ],
};

const bench: Piece = {
  block: "woodDark",
  top: [
    ["wood", box(5, 7, 90, 86, 4)],
    ["woodDark", "M6 36H94M6 66H94", 2],
    ["grey", "M20 18L26 12L62 48L56 54Z"],
    ["red", "M54 50L62 44L84 68Q82 78 76 78Z"],
    ["greyDark", box(14, 70, 28, 14, 3)],
  ],
};

const tools: Piece = {
  block: "redDark",
  top: [
    ["red", box(7, 7, 86, 86, 8)],
    ["redDark", "M8 36H92M8 66H92", 4],
    ["grey", box(34, 17, 32, 8, 4)],
    ["grey", box(34, 47, 32, 8, 4)],
    ["grey", box(34, 76, 32, 8, 4)],
  ],
};

const hedge: Piece = {
  block: "greenDark",
  top: [
    [
      "green",
      "M20 10Q34 2 46 12Q62 2 74 12Q92 10 90 30Q98 46 88 58Q96 78 78 86Q64 96 50 88Q34 98 22 86Q4 82 10 62Q2 46 12 34Q6 16 20 10Z",
    ],
    [
      "leaf",
      "M28 28q8 -8 14 2q-8 8 -14 -2ZM60 24q8 -8 14 2q-8 8 -14 -2ZM44 50q8 -8 14 2q-8 8 -14 -2ZM22 64q8 -8 14 2q-8 8 -14 -2ZM66 66q8 -8 14 2q-8 8 -14 -2Z",
    ],
  ],
};

const deckchair: Piece = {
  block: "woodDark",
  top: [
    ["woodLight", box(8, 8, 84, 84, 8)],
    ["green", box(18, 10, 64, 80, 4)],
    ["white", box(30, 10, 12, 80)],
    ["white", box(58, 10, 12, 80)],
    ["woodDark", "M14 10V90M86 10V90", 6],
  ],
};

export const FURNITURE = {
  stool,
  bin,
  tub,
  table,
  armchair,
  rack,
  umbrellas,
  chest,
  house,
  chair,
  leg,
  washer,
  basket,
  bench,
  tools,
  hedge,
  deckchair,
  books: { block: "woodDark", top: books("blue", "red", "green") } as Piece,
  tomes: { block: "woodDark", top: books("purple", "teal", "orange") } as Piece,
} satisfies Record<string, Piece>;

export type Furniture = keyof typeof FURNITURE;
