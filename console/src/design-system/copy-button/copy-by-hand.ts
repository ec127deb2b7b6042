import { createContext } from "react";

/** Shows a text that the browser would not copy; provided by the app, which then need not load the button. */
export const CopyByHand = createContext<(text: string) => void>(() => {});
