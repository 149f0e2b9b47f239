import type { GameModule } from "../game";
import Board from "./Board.svelte";
import CornersField from "./CornersField.svelte";
import { stage } from "./stage";
import { pace, sound, tell } from "./tell";

const rallyRun: GameModule = { Board, stage, pace, tell, sound, options: { corners: { Field: CornersField } } };

export default rallyRun;
