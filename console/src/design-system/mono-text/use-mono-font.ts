import { useEffect } from "react";

let loading: Promise<unknown> | undefined;

/** Fetches the monospaced face once, when the first such text appears; until then the system's stands in. */
export function useMonoFont(wanted = true): void {
  useEffect(() => {
    if (wanted) loading ??= import("@fontsource/roboto-mono/latin-400.css");
  }, [wanted]);
}
