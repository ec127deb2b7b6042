import { useEffect } from "react";

let loading: Promise<unknown> | undefined;

/** Fetches the monospaced font once, with the first such text; until then, and if that fails, the system's is used. */
export function useMonoFont(wanted = true): void {
  useEffect(() => {
    if (!wanted) return;
    loading ??= import("@fontsource/roboto-mono/latin-400.css").catch(() => {});
  }, [wanted]);
}
