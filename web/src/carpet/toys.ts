/** What can be dragged on a carpet. */
import type { Kind } from "../games/rally-run/roads";
import type { Drag } from "../games/rally-run/drag.svelte";

/** A new tile of the tray, a tile that lies on a cell, or a car. */
export type Toy = { kind: Kind } | { cell: string } | { car: number };

export type ToyDrag = Drag<Toy>;
