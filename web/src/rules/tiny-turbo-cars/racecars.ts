/** In the order of the draft. */
export const RACECARS = [
  "die-liner",
  "brick-gang",
  "sonic-fish",
  "grim-thresher",
  "m1-furry",
  "bird-racer",
  "dogtor",
  "turbotbot",
];
