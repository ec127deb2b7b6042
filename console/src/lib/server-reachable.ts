import { createStore } from "./store";

/** Whether the latest request reached the server, rather than nothing or a proxy whose server does not respond. */
export const serverReachable = createStore(true);
