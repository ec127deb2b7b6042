import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLiveEvents } from "../../lib/live/live";
import type { Scope } from "./usage-queries";

/** Milliseconds between two reads of figures because of events. Everyone's change all the time and cost more to sum. */
const pauses: Record<Scope, number> = { mine: 5000, everyone: 30_000 };

/** Reads the figures in view again when an event reports a change: of one's own balance, or of the gateway's last hour. */
export function useLiveFigures(scope: Scope): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvents(scope === "mine" ? "account" : "pulse", ({ name }) => {
    if (name === "order" || waiting.current !== undefined) return;
    const queryKey = ["usage", scope];
    const reads = client.getQueryCache().findAll({ queryKey, type: "active" });
    const oldest = Math.min(...reads.map(({ state }) => state.dataUpdatedAt));
    const rest = Math.max(0, oldest + pauses[scope] - Date.now());
    // The page was just opened, or shown again, with fresh figures.
    if (name === "ready" && rest > 0) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      void client.invalidateQueries({ queryKey });
    }, rest);
  });
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [scope],
  );
}
