/** The board of Stich Rallye and how its events are shown. */
import type { GameModule } from "../game";
import Board from "./Board.svelte";
import { name } from "./name";
import { pace, sound } from "./pace";
import { stage } from "./stage";
import { tell } from "./tell";

const game: GameModule = { Board, stage, pace, tell, sound, name };

export default game;
