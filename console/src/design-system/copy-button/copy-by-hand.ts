import { createContext } from "react";

/** What shows a text that the browser would not copy; filled once by the app, which so need not load the button. */
export const CopyByHand = createContext<(text: string) => void>(() => {});
