/** Places from a standing: lists of seats, best first, equal places in one list. */

export interface Place {
  seat: number;
  /** From 1; who shares a place has the same, and the next one skips as many. */
  place: number;
  shared: boolean;
}

export function places(standing: number[][]): Place[] {
  let before = 0;
  return standing.flatMap((seats) => {
    const place = before + 1;
    before += seats.length;
    return seats.map((seat) => ({ seat, place, shared: seats.length > 1 }));
  });
}

/** The steps of the podium from left to right: second, first, third. Empty steps are left out. */
export function podium(standing: number[][]): { place: number; seats: number[] }[] {
  const steps = [1, 2, 3].map((place) => ({
    place,
    seats: places(standing).flatMap((held) => (held.place === place ? [held.seat] : [])),
  }));
  return [steps[1], steps[0], steps[2]].filter((step) => step.seats.length > 0);
}
