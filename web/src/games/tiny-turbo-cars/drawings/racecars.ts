/** The eight racecars seen from above, nose up, around (0, 0) in a box of 80 × 112. Every one carries its seat's plate. */
import { box, disc, type Drawing } from "./ink";

const wheels = (x: number, front: number, rear: number, wide = 11, long = 22): Drawing => [
  ["black", box(-x - wide / 2, front - long / 2, wide, long, 4)],
  ["black", box(x - wide / 2, front - long / 2, wide, long, 4)],
  ["black", box(-x - wide / 2, rear - long / 2, wide, long, 4)],
  ["black", box(x - wide / 2, rear - long / 2, wide, long, 4)],
];

/** A ship's hull with funnels and a die on the fore-deck. */
const dieLiner: Drawing = [
  ...wheels(22, -14, 30),
  ["paint", "M0 -54Q21 -34 22 -6V32Q22 46 0 47Q-22 46 -22 32V-6Q-21 -34 0 -54Z"],
  ["shine", "M-4 -44Q-17 -28 -17 -4V26Q-13 -10 -4 -44Z"],
  ["woodLight", "M0 -42Q13 -26 14 -4V28Q14 38 0 38Q-14 38 -14 28V-4Q-13 -26 0 -42Z"],
  ["white", "M-9 -29L7 -32L10 -16L-6 -13Z"],
  ["outline", "M-4 -25h.01M4 -28h.01M.5 -22.5h.01M-2.5 -18h.01M5.5 -20h.01", 4],
  ["red", disc(-7, 31, 5)],
  ["red", disc(7, 31, 5)],
];

/** Bricks stacked to a lorry, studs up. */
const brickGang: Drawing = [
  ...wheels(24, -26, 28, 12, 24),
  ["paint", box(-22, -50, 44, 32, 4)],
  ["paint", box(-24, -17, 48, 62, 4)],
  ["shade", disc(-12, -42, 6)],
  ["shade", disc(0, -42, 6)],
  ["shade", disc(12, -42, 6)],
  ["shine", disc(-12, -43, 4.5)],
  ["shine", disc(0, -43, 4.5)],
  ["shine", disc(12, -43, 4.5)],
  ["water", box(-17, -32, 34, 9, 3)],
  ["outline", "M-24 -17H24M-24 29H24M-10 29V45M10 29V45M-24 -2H-14M14 -2H24", 2.4],
  ["shine", disc(-16, 37, 4)],
  ["shine", disc(16, 37, 4)],
];

/** A fish: round eyes, fins, a tail that steers. */
const sonicFish: Drawing = [
  ...wheels(21, -18, 24, 10, 20),
  ["paint", "M-4 36Q-26 44 -24 55Q-8 50 0 46Q8 50 24 55Q26 44 4 36Z"],
  ["paint", "M-18 -6Q-36 -8 -39 8Q-32 18 -18 16ZM18 -6Q36 -8 39 8Q32 18 18 16Z"],
  ["outline", "M-34 6L-22 4M34 6L22 4", 2.2],
  ["paint", "M0 -53Q24 -44 24 -10Q24 22 6 44H-6Q-24 22 -24 -10Q-24 -44 0 -53Z"],
  ["shine", "M-6 -46Q-19 -34 -19 -8Q-19 6 -15 16Q-14 -20 -6 -46Z"],
  ["outline", "M-14 22q7 7 14 0q7 7 14 0M-9 32q4.5 5 9 0q4.5 5 9 0", 2.4],
  ["white", disc(-13, -33, 7.5)],
  ["white", disc(13, -33, 7.5)],
  ["black", disc(-13, -36, 3.6)],
  ["black", disc(13, -36, 3.6)],
  ["outline", "M-4 -48Q0 -45 4 -48", 2.6],
];

/** A harvester with a toothed reel before it. */
const grimThresher: Drawing = [
  ...wheels(22, -20, 28, 13, 26),
  ["grey", "M-36 -46l5 -8l5 8l5 -8l5 8l5 -8l5 8l6 -8l6 8l5 -8l5 8l5 -8l5 8l5 -8l5 8Z"],
  ["grey", box(-38, -47, 76, 13, 6)],
  ["outline", "M-30 -35L-24 -46M-18 -35L-12 -46M-6 -35L0 -46M6 -35L12 -46M18 -35L24 -46M30 -35L36 -46", 2.4],
  ["greyDark", box(-8, -36, 16, 10)],
  ["paint", box(-22, -28, 44, 72, 7)],
  ["shine", box(-18, -24, 7, 62, 3)],
  ["water", box(-15, -24, 30, 13, 4)],
  ["greyDark", disc(15, 35, 5)],
  ["black", disc(15, 35, 2.5)],
];

/** A fluffy tank with long ears. */
const m1Furry: Drawing = [
  ["black", box(-35, -34, 17, 76, 7)],
  ["black", box(18, -34, 17, 76, 7)],
  [
    "greyDark",
    "M-34 -22H-19M-34 -8H-19M-34 6H-19M-34 20H-19M-34 34H-19M19 -22H34M19 -8H34M19 6H34M19 20H34M19 34H34",
    2.6,
  ],
  ["greyDark", box(-5, -55, 10, 34, 3)],
  ["grey", box(-7, -55, 14, 9, 3)],
  [
    "paint",
    "M-8 -34Q0 -42 8 -34Q20 -38 22 -26Q32 -20 27 -8Q34 4 27 14Q31 28 20 32Q16 44 4 40Q-8 46 -16 36Q-30 34 -27 18Q-35 8 -27 -4Q-32 -18 -21 -24Q-20 -38 -8 -34Z",
  ],
  ["paint", "M-9 -18Q-20 -26 -27 -8Q-30 14 -20 30Q-10 18 -9 -18ZM9 -18Q20 -26 27 -8Q30 14 20 30Q10 18 9 -18Z"],
  ["pink", "M-13 -12Q-19 -14 -22 -2Q-23 12 -19 22Q-13 10 -13 -12ZM13 -12Q19 -14 22 -2Q23 12 19 22Q13 10 13 -12Z"],
  ["black", disc(-7, -26, 2.6)],
  ["black", disc(7, -26, 2.6)],
];

/** A bird with its wings spread and a beak for a nose. */
const birdRacer: Drawing = [
  ...wheels(17, -22, 28, 10, 18),
  ["orange", "M-8 -44L0 -57L8 -44Z"],
  [
    "paint",
    "M-16 -10Q-30 -18 -39 -2Q-36 0 -37 6Q-32 6 -33 13Q-27 12 -27 19Q-21 17 -15 20ZM16 -10Q30 -18 39 -2Q36 0 37 6Q32 6 33 13Q27 12 27 19Q21 17 15 20Z",
  ],
  ["paint", "M-8 38L-15 55L-5 50L0 56L5 50L15 55L8 38Z"],
  ["paint", "M0 -48Q20 -44 20 -20Q22 14 10 42H-10Q-22 14 -20 -20Q-20 -44 0 -48Z"],
  ["shine", "M-5 -43Q-16 -36 -16 -16Q-16 4 -12 20Q-12 -20 -5 -43Z"],
  ["white", disc(-10, -33, 6)],
  ["white", disc(10, -33, 6)],
  ["black", disc(-9, -35, 3)],
  ["black", disc(9, -35, 3)],
  ["outline", "M-34 2L-20 0M-30 9L-19 8M34 2L20 0M30 9L19 8", 2.2],
];

/** A doctor's car with a dog's ears and nose. */
const dogtor: Drawing = [
  ...wheels(23, -20, 30, 11, 22),
  ["paint", "M0 -50Q22 -50 23 -28V38Q23 46 14 46H-14Q-23 46 -23 38V-28Q-22 -50 0 -50Z"],
  ["shine", "M-8 -45Q-18 -42 -18 -26V36H-13V-24Q-13 -38 -8 -45Z"],
  [
    "woodDark",
    "M-17 -40Q-36 -44 -37 -22Q-34 -8 -24 -12Q-17 -20 -17 -40ZM17 -40Q36 -44 37 -22Q34 -8 24 -12Q17 -20 17 -40Z",
  ],
  ["cream", "M-12 -46Q0 -56 12 -46Q13 -34 0 -33Q-13 -34 -12 -46Z"],
  ["black", "M-6 -49Q0 -54 6 -49Q6 -43 0 -42Q-6 -43 -6 -49Z"],
  ["black", disc(-9, -30, 2.8)],
  ["black", disc(9, -30, 2.8)],
  ["water", box(-17, -23, 34, 9, 4)],
  ["cream", "M-17 27L-11 21L17 37L11 43Z"],
  ["cream", "M17 27L11 21L-17 37L-11 43Z"],
];

/** A robot between two turbines. */
const turbotbot: Drawing = [
  ["orange", "M-35 44L-27 57L-19 44ZM19 44L27 57L35 44Z"],
  ["yellow", "M-31 44L-27 52L-23 44ZM23 44L27 52L31 44Z"],
  ...wheels(20, -24, 8, 11, 20),
  ["grey", box(-36, 4, 18, 42, 7)],
  ["grey", box(18, 4, 18, 42, 7)],
  ["greyDark", box(-33, 8, 12, 9, 4)],
  ["greyDark", box(21, 8, 12, 9, 4)],
  ["outline", "M-36 38H-18M18 38H36", 2.4],
  ["paint", box(-19, -22, 38, 68, 8)],
  ["shine", box(-15, -18, 6, 60, 3)],
  ["outline", "M-14 -46L-20 -55M14 -46L20 -55", 3],
  ["yellow", disc(-20, -54, 3.4)],
  ["yellow", disc(20, -54, 3.4)],
  ["paint", box(-20, -48, 40, 27, 7)],
  ["white", disc(-9, -37, 6)],
  ["white", disc(9, -37, 6)],
  ["black", disc(-9, -38, 2.8)],
  ["black", disc(9, -38, 2.8)],
  ["outline", "M-9 -26H9M-5 -28V-24M0 -28V-24M5 -28V-24", 2.2],
];

export const RACECARS: Record<string, Drawing> = {
  "die-liner": dieLiner,
  "brick-gang": brickGang,
  "sonic-fish": sonicFish,
  "grim-thresher": grimThresher,
  "m1-furry": m1Furry,
  "bird-racer": birdRacer,
  dogtor,
  turbotbot,
};
