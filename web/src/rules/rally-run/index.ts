import type { Section } from "../games";
import Drive from "./Drive.svelte";
import Maze from "./Maze.svelte";
import PitStop from "./PitStop.svelte";
import Remember from "./Remember.svelte";
import Switch from "./Switch.svelte";
import Win from "./Win.svelte";
import YourTurn from "./YourTurn.svelte";

/** The sections in their order; the texts follow the same count. */
const sections: Section[] = [Maze, YourTurn, Drive, Remember, Switch, PitStop, Win].map((Drawing) => ({ Drawing }));
export default sections;
