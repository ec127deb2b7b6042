import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive, useLiveEvents } from "../../lib/live/live";
import { tasksKey } from "./task-queries";

/** Tasks of everyone can move many times a second; lists are read again once in so many milliseconds. */
const pauseMilliseconds = 1000;

/** Refetches visible tasks on events. True: events arrive, so polling can be rare. */
export function useLiveTasks(everybody: boolean): boolean {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAgain = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: tasksKey });
    }, pauseMilliseconds);
  };
  useLiveEvents("tasks", readAgain, !everybody);
  useLiveEvents("all_tasks", readAgain, everybody);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useLive();
}
