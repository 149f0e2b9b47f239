/** Tiny Turbo Cars in the browser. */
import type { GameModule } from "../game";
import Board from "./Board.svelte";
import BoardsField from "./BoardsField.svelte";
import { name } from "./name";
import { pace, sound } from "./pace";
import ProgramPictures from "./ProgramPictures.svelte";
import { stage } from "./stage";
import { tell } from "./tell";

export default {
  Board,
  stage,
  pace,
  tell,
  sound,
  name,
  Program: ProgramPictures,
  options: { boards: { Field: BoardsField, replaces: ["length"] } },
} satisfies GameModule;
