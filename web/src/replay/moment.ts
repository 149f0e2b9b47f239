/** The address of a moment of a race: after which version, through whose eyes. */
export function address(race: string, version: number | null, seat: number | null): string {
  const query = new URLSearchParams();
  if (version !== null) query.set("v", String(version));
  if (seat !== null) query.set("seat", String(seat));
  const asked = query.toString();
  return `/r/${race}${asked ? `?${asked}` : ""}`;
}
