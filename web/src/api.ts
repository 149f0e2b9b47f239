/** What HTTP answers: the games of this server, and finished races. */
import type { GameInfo, ReplayInfo, ReviewInfo } from "./protocol";

let games: Promise<GameInfo[]> | null = null;

const PAUSES = [300, 1000, 3000]; // ms

/** Asks again a few times if the network fails: nothing is changed by asking. */
async function get(path: string): Promise<Response> {
  for (const pause of PAUSES) {
    try {
      return await fetch(path);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return fetch(path);
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await get(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** All games with their options, bots and data; asked for once. */
export function fetchGames(): Promise<GameInfo[]> {
  games ??= fetchJson<GameInfo[]>("/api/games").catch((error) => {
    games = null;
    throw error;
  });
  return games;
}

export async function fetchGame(name: string): Promise<GameInfo> {
  const found = (await fetchGames()).find((game) => game.name === name);
  if (!found) throw new Error(`There is no game ${name}`);
  return found;
}

/** Where others find this server. */
export async function fetchOrigin(): Promise<string> {
  const response = await get("/api/origin");
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

/** A finished race as a file that can be checked; null: it was dealt before races were sealed. */
export async function fetchProof(race: string): Promise<string | null> {
  const response = await get(`/api/races/${encodeURIComponent(race)}/proof`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

/** A finished race through the eyes of a seat, or of a spectator. */
export function fetchReplay(race: string, seat: number | null = null): Promise<ReplayInfo> {
  return fetchJson(`/api/races/${encodeURIComponent(race)}${seat === null ? "" : `?seat=${seat}`}`);
}

/** What a seat of a finished race could have done. The first time it has to be thought through. */
export function fetchReview(race: string, seat: number): Promise<ReviewInfo> {
  return fetchJson(`/api/races/${encodeURIComponent(race)}/review?seat=${seat}`);
}
