import type { Section } from "../games";
import EndOfRound from "./EndOfRound.svelte";
import FollowSuit from "./FollowSuit.svelte";
import Hills from "./Hills.svelte";
import LastColor from "./LastColor.svelte";
import LowestCard from "./LowestCard.svelte";
import Turbo from "./Turbo.svelte";
import TwoLaps from "./TwoLaps.svelte";
import WindUp from "./WindUp.svelte";

/** The sections in their order; the texts follow the same count. */
const drawings = [TwoLaps, FollowSuit, LastColor, LowestCard, WindUp, Turbo, Hills, EndOfRound];
const sections: Section[] = drawings.map((Drawing) => ({ Drawing }));
export default sections;
