import { useCallback, useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { Steps } from "../../lib/use-step-keys";

export interface OpenTask extends Steps {
  /** `task_id` of the address; empty: none is open. */
  id: string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * The task that the address names, so that a link opens it wherever in the list it is.
 * @param name of the query's field
 * @param tasks in the order of stepping
 * @param other field whose task closes when one opens here
 */
export function useOpenTask(
  name: string,
  tasks: readonly { task_id: string }[] | undefined,
  other?: string,
): OpenTask {
  const [search, setSearch] = useSearchParams();
  const id = (search.get(name) ?? "").slice(0, 100);
  const at = tasks?.findIndex((task) => task.task_id === id) ?? -1;
  // Stable, since columns depend on it: new columns would re-render every picture.
  const latest = useRef(setSearch);
  useLayoutEffect(() => {
    latest.current = setSearch;
  });
  const show = useCallback(
    (next: string, replace: boolean): void =>
      latest.current(
        (before) => {
          const after = new URLSearchParams(before);
          if (other !== undefined) after.delete(other);
          if (next === "") after.delete(name);
          else after.set(name, next);
          return after;
        },
        { replace, preventScrollReset: true },
      ),
    [name, other],
  );
  const open = useCallback((next: string) => show(next, false), [show]);
  const step = (to: number): (() => void) | undefined => {
    const task = at === -1 ? undefined : tasks?.[to];
    return task && (() => show(task.task_id, true));
  };
  return {
    id,
    open,
    close: () => show("", true),
    previous: step(at - 1),
    next: step(at + 1),
  };
}
