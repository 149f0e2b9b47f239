import type { Section } from "../games";
import Bumps from "./Bumps.svelte";
import CommandList from "./CommandList.svelte";
import Commands from "./Commands.svelte";
import Ground from "./Ground.svelte";
import House from "./House.svelte";
import Hurry from "./Hurry.svelte";
import RacecarList from "./RacecarList.svelte";
import Racecars from "./Racecars.svelte";
import Shields from "./Shields.svelte";
import Slide from "./Slide.svelte";
import TerrainList from "./TerrainList.svelte";

/** The sections in their order; the texts follow the same count. */
const sections: Section[] = [
  { Drawing: House },
  { Drawing: Slide },
  { Drawing: Hurry },
  { Drawing: Commands, List: CommandList },
  { Drawing: Ground, List: TerrainList },
  { Drawing: Bumps },
  { Drawing: Shields },
  { Drawing: Racecars, List: RacecarList },
];
export default sections;
