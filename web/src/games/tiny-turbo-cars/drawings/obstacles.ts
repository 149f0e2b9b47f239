/** Small things left lying about: a car that enters their space stops. */
import { box, disc, type Drawing } from "./ink";

const can: Drawing = [
  ["outline", "M66 50Q92 46 86 28", 7],
  ["teal", "M66 50Q92 46 86 28", 3.5],
  ["teal", "M30 52L12 34L20 28L36 44Z"],
  ["teal", disc(50, 56, 24)],
  ["blueDark", disc(50, 56, 15)],
  ["water", "M39 57a12 12 0 0 0 22 0q-11 6 -22 0Z"],
  ["teal", box(6, 20, 18, 12, 4)],
];

const spanner: Drawing = [
  ["grey", "M22 78L60 40Q54 22 70 14L72 28L82 30L88 20Q96 38 78 48L38 92Q26 98 20 90Q14 84 22 78Z"],
  ["greyDark", disc(29, 83, 5)],
];

const spoon: Drawing = [
  ["wood", "M44 48L20 84Q16 92 24 94Q30 94 34 88L54 54Z"],
  ["woodLight", "M40 40Q40 12 64 10Q86 12 84 32Q82 56 56 58Q42 56 40 40Z"],
  ["wood", "M52 40Q50 22 64 20Q76 22 74 34Q72 46 60 48Q54 46 52 40Z"],
];

const apple: Drawing = [
  ["red", "M50 32Q66 18 82 34Q92 60 68 84Q58 90 50 84Q42 90 32 84Q8 60 18 34Q34 18 50 32Z"],
  ["shine", "M26 44Q28 34 38 34Q30 42 30 56Q26 52 26 44Z"],
  ["outline", "M50 34Q48 20 56 12", 5],
  ["leaf", "M56 22Q68 6 84 14Q76 30 56 22Z"],
];

const duck: Drawing = [
  ["yellow", "M20 56Q16 40 32 46Q40 50 46 46Q34 32 44 18Q58 6 72 18Q80 28 74 40Q92 54 82 74Q70 90 46 86Q22 82 20 56Z"],
  ["orange", "M72 22L92 26L74 34Z"],
  ["black", disc(62, 24, 4)],
  ["outline", "M44 62Q56 76 70 62", 3.5],
];

const remote: Drawing = [
  ["black", "M28 20Q30 10 40 12L66 18Q76 22 74 32L62 84Q58 92 48 90L26 84Q16 80 18 70Z"],
  ["red", disc(58, 30, 6)],
  ["grey", disc(42, 34, 4.5)],
  ["grey", disc(52, 47, 4.5)],
  ["grey", disc(38, 50, 4.5)],
  ["grey", disc(48, 62, 4.5)],
  ["grey", disc(34, 66, 4.5)],
];

const cushion: Drawing = [
  ["purple", "M16 18Q50 28 84 18Q74 50 84 82Q50 72 16 82Q26 50 16 18Z"],
  ["white", "M30 36L50 44L70 36M30 64L50 56L70 64", 3],
  ["yellow", disc(50, 50, 6)],
];

const shoes: Drawing = [
  ["blue", "M20 30Q20 14 32 14Q44 14 44 30L42 50Q46 70 40 84Q32 92 24 84Q16 70 22 50Z"],
  ["white", "M25 32L39 38M25 40L39 46", 3],
  ["black", "M26 60Q32 54 38 60Q38 74 32 78Q26 74 26 60Z"],
  ["blue", "M60 22Q62 8 72 10Q84 12 82 28L78 46Q80 66 72 78Q62 84 56 74Q52 60 58 42Z"],
  ["white", "M62 26L78 32M62 34L77 40", 3],
  ["black", "M61 54Q68 48 73 54Q72 68 66 71Q60 66 61 54Z"],
];

const bricks: Drawing = [
  ["red", box(14, 44, 38, 38, 5)],
  ["redDark", disc(24, 54, 5)],
  ["redDark", disc(42, 54, 5)],
  ["redDark", disc(24, 72, 5)],
  ["redDark", disc(42, 72, 5)],
  ["yellow", "M56 16L88 26L80 58L48 48Z"],
  ["orange", disc(62, 30, 5)],
  ["orange", disc(75, 42, 5)],
  ["blue", box(60, 64, 26, 24, 5)],
];

const bear: Drawing = [
  ["wood", disc(28, 26, 12)],
  ["wood", disc(72, 26, 12)],
  ["pink", disc(28, 26, 5)],
  ["pink", disc(72, 26, 5)],
  ["wood", disc(50, 48, 32)],
  ["cream", disc(50, 60, 15)],
  ["black", disc(38, 42, 4)],
  ["black", disc(62, 42, 4)],
  ["black", "M43 54H57L50 61Z"],
  ["outline", "M50 61V66Q44 70 40 66M50 66Q56 70 60 66", 3],
];

const cutlery: Drawing = [
  ["outline", "M34 90L40 50", 11],
  ["grey", "M34 90L40 50", 6],
  ["grey", "M26 14L30 38Q32 50 42 50Q52 48 52 38L50 12L44 12L45 34H41L40 12H35L37 36L33 36L31 13Z"],
  ["grey", "M64 92L62 58L60 18Q74 22 76 44Q76 56 68 60L72 90Q68 96 64 92Z"],
];

const sock: Drawing = [
  ["white", "M36 10H66L64 46Q80 54 84 70Q86 86 70 88Q58 88 40 72Q32 64 34 50Z"],
  ["red", "M36 10H66L65.6 20H35.6Z"],
  ["red", "M35.2 30H65L64.6 39H34.8Z"],
  ["red", "M70 60Q62 70 66 87Q86 86 84 70Q80 63 70 60Z"],
];

const peg: Drawing = [
  ["woodLight", "M28 12L42 14L50 44L52 88Q46 92 40 86L34 50Z"],
  ["wood", "M72 12L58 14L50 44L48 88Q54 92 60 86L66 50Z"],
  ["outline", "M34 50H66", 6],
  ["grey", "M34 50H66", 2.5],
];

const gnome: Drawing = [
  ["blue", "M26 62Q50 48 74 62Q82 84 70 90H30Q18 84 26 62Z"],
  ["white", "M32 48Q30 78 50 84Q70 78 68 48Z"],
  ["skin", disc(50, 46, 15)],
  ["red", "M28 42Q50 26 72 42Q66 14 50 4Q34 14 28 42Z"],
  ["redDark", disc(50, 52, 4)],
];

const ball: Drawing = [
  ["white", disc(50, 50, 36)],
  ["red", "M50 50L50 14A36 36 0 0 1 84 39Z"],
  ["blue", "M50 50L81 69A36 36 0 0 1 50 86Z"],
  ["yellow", "M50 50L19 69A36 36 0 0 1 16 39Z"],
  ["white", disc(50, 50, 8)],
  ["shine", "M26 36Q32 22 46 20Q34 28 30 42Z"],
];

const pot: Drawing = [
  ["terracotta", disc(50, 54, 32)],
  ["woodDark", disc(50, 54, 23)],
  ["leaf", "M50 56Q20 58 22 34Q44 30 50 56ZM50 56Q80 58 80 36Q58 30 50 56ZM50 56Q36 82 60 84Q70 68 50 56Z"],
  ["pink", "M50 12Q62 12 60 24Q74 22 74 34Q72 44 60 40Q58 50 50 50Q42 50 40 40Q28 44 26 34Q26 22 40 24Q38 12 50 12Z"],
  ["yellow", disc(50, 32, 7)],
];

export const OBSTACLES = {
  can,
  spanner,
  spoon,
  apple,
  duck,
  remote,
  cushion,
  shoes,
  bricks,
  bear,
  cutlery,
  sock,
  peg,
  gnome,
  ball,
  pot,
};

export type Obstacle = keyof typeof OBSTACLES;
