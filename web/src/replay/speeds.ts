/** How fast a replay plays, as factors on the time an event takes at normal speed. */
export const REPLAY_SPEEDS = ["slow", "normal", "fast", "fastest"] as const;
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];

export const FACTORS: Record<ReplaySpeed, number> = { slow: 1.8, normal: 1, fast: 0.45, fastest: 0.15 };
