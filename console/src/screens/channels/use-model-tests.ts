import type { ChannelTestResult } from "@tollgate/contract/channels";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { testModel, useRefreshTested } from "./channels-queries";

/** State of the test of one model. */
export type ModelTest =
  | { state: "waiting" }
  | { state: "done"; result: ChannelTestResult }
  | { state: "error"; message: string };

/** Tests of a channel's models, and what they found so far. */
export type ModelTestRuns = ReturnType<typeof useModelTests>;

/** A long list should not take minutes, nor meet the provider account's limit of requests at the same time. */
const testsAtOnce = 3;

/** Tests models of a channel and keeps what was found until the page is left. */
export function useModelTests(channelId: number) {
  const refresh = useRefreshTested();
  const [tests, setTests] = useState<ReadonlyMap<string, ModelTest>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const test = useCallback(
    async (model: string) => {
      const note = (found: ModelTest) => setTests((before) => new Map(before).set(model, found));
      note({ state: "waiting" });
      try {
        note({ state: "done", result: await testModel(channelId, model) });
      } catch (error) {
        // The models that are left would fail the same way, and so would the administrator's other pages.
        if (error instanceof ApiError && error.code === "request.rate_limited") stopped.current = true;
        note({ state: "error", message: describeError(error) });
      }
    },
    [channelId],
  );

  const run = useCallback(
    async (model: string) => {
      await test(model);
      void refresh();
    },
    [test, refresh],
  );

  /** Reads channels again once, at the end: after every test, a long list would reach the API's rate limit. */
  const runAll = useCallback(
    async (models: readonly string[]) => {
      stopped.current = false;
      setRunning(true);
      const waiting = [...models];
      const testInTurn = async (): Promise<void> => {
        for (let model = waiting.shift(); model !== undefined && !stopped.current; model = waiting.shift())
          await test(model);
      };
      await Promise.all(Array.from({ length: testsAtOnce }, testInTurn));
      setRunning(false);
      void refresh();
    },
    [test, refresh],
  );

  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { tests, run, runAll, stop, running };
}
