import { createStore } from "./store";

/** Whether the latest request reached the server, rather than nothing or a proxy whose server does not respond. */
export const serverReachable = createStore(true);

/** Whether the console shows an outage: one failed request is none. */
export const outageShown = createStore(false);
