import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useHasAccess, useSession } from "../../lib/session/session";
import { finders, kindsFor, type Thing } from "./find-things";

/** Fewer characters find too much: nothing is sent. */
const fewestCharacters = 2;
/** Nothing is sent while someone types. */
const typingMilliseconds = 200;

export interface FoundThings {
  things: Thing[];
  searching: boolean;
  failed: boolean;
  /** Requests again what failed. */
  retry: () => void;
}

/** Results for the text that the role may see, kind by kind as they arrive. New input aborts earlier requests. */
export function useFoundThings(typed: string): FoundThings {
  const text = useSettled(typed.trim());
  const { id = 0, role = 0 } = useSession() ?? {};
  const viewer = { id, role, isAdmin: useHasAccess("admin") };
  const enabled = text.length >= fewestCharacters;
  return useQueries({
    queries: (enabled ? kindsFor(role) : []).map((kind) => ({
      queryKey: ["palette", kind, text],
      queryFn: ({ signal }: { signal: AbortSignal }) => finders[kind].find(text, viewer, signal),
      staleTime: 5000,
      gcTime: 30_000,
      meta: { silent: true },
    })),
    combine: (results) => ({
      things: results.flatMap(({ data }) => data ?? []),
      searching: text !== typed.trim() || results.some(({ isPending }) => isPending),
      failed: results.some(({ isError }) => isError),
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
}

/** The debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
