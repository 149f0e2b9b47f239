import type { GameModule } from "../game";
import Board from "./Board.svelte";
import CornersField from "./CornersField.svelte";
import { name } from "./name";
import { stage } from "./stage";
import { pace, sound, tell } from "./tell";

const rallyRun: GameModule = { Board, stage, pace, tell, sound, name, options: { corners: { Field: CornersField } } };

export default rallyRun;
