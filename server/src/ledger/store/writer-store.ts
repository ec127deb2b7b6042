import type { ItemStore } from "../../storage/writer/item-store.ts";
import type { OriginStore } from "../../storage/writer/origin-store.ts";
import type { TaskStore } from "./task-store.ts";
import type { UsageStore } from "./usage-store.ts";

/** Everything that the writer thread writes. */
export type WriterStore = UsageStore & OriginStore & ItemStore & TaskStore;
