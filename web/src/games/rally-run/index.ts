import type { GameModule } from "../game";
import Board from "./Board.svelte";
import { stage } from "./stage";
import { pace, sound, tell } from "./tell";

const rallyRun: GameModule = { Board, stage, pace, tell, sound };

export default rallyRun;
