/** What a review is told of: how many decisions were good, and where more was possible. */
import type { DecisionInfo } from "../protocol";

/** Closer to the best chance to win than this is as good. */
const AS_GOOD = 0.02;
const MOST_TOLD = 5;

export interface Lookback {
  good: number;
  all: number;
  /** The decisions that cost most, in the order of the race. */
  told: DecisionInfo[];
}

export const missed = ({ taken, best }: DecisionInfo): number => best.worth - taken.worth;

/** A person's own decisions; of a seat that only a bot has driven, all of them. */
export function lookBack(decisions: DecisionInfo[]): Lookback {
  const own = decisions.filter(({ driver }) => driver === "person");
  const judged = own.length > 0 ? own : decisions;
  const better = judged.filter((decision) => missed(decision) >= AS_GOOD);
  const told = better
    .toSorted((one, other) => missed(other) - missed(one))
    .slice(0, MOST_TOLD)
    .sort((one, other) => one.version - other.version);
  return { good: judged.length - better.length, all: judged.length, told };
}
