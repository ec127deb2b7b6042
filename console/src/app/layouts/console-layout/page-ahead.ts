import { createStore } from "../../../lib/store";

/** Path of the screen that the viewer is about to open, once its code is there. `ConsolePages` renders it hidden. */
export const pageAhead = createStore<string | undefined>(undefined);
