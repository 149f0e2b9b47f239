/** What the rules pages know of the games; the texts are in the locale files. */
import type { Component } from "svelte";

/** A section's picture, and perhaps a list of small pictures with words below its text. */
export interface Section {
  Drawing: Component;
  List?: Component;
}

export interface RulesOfGame {
  name: string;
  /** What the same game is called elsewhere. */
  otherNames: string[];
  designers: string;
  prefix: string;
  clauses: number;
  /** Loaded with the page of the game. */
  sections: () => Promise<{ default: Section[] }>;
}

export const RULES: RulesOfGame[] = [
  {
    name: "stich-rallye",
    otherNames: ["Spring Rally"],
    designers: "H. J. Kook",
    prefix: "SR",
    clauses: 16,
    sections: () => import("./stich-rallye"),
  },
  {
    name: "rally-run",
    otherNames: ["Memo-Car-Race", "Rallye Mémo"],
    designers: "Katja & Markus Nikisch",
    prefix: "RR",
    clauses: 17,
    sections: () => import("./rally-run"),
  },
  {
    name: "tiny-turbo-cars",
    otherNames: [],
    designers: "4Brains4Games (Laura Severino, Alessandro Manuini, Jonathan Panada, Giulia Tamagni) & Hjalmar Hach",
    prefix: "TTC",
    clauses: 31,
    sections: () => import("./tiny-turbo-cars"),
  },
];

export const rulesOf = (name: string | null | undefined): RulesOfGame | null =>
  RULES.find((rules) => rules.name === name) ?? null;

export const clauseIds = ({ prefix, clauses }: RulesOfGame): string[] =>
  Array.from({ length: clauses }, (_, index) => `${prefix}-${index + 1}`);
