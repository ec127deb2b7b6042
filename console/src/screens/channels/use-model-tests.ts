import type { ChannelTestResult } from "@tollgate/contract/channels";
import { useCallback, useEffect, useRef, useState } from "react";
import { describeError } from "../../lib/describe-error";
import { useTestChannel } from "./channels-queries";

/** State of the test of one model. */
export type ModelTest =
  | { state: "waiting" }
  | { state: "done"; result: ChannelTestResult }
  | { state: "error"; message: string };

/** Tests models of a channel, one at a time, and keeps what was found until the page is left. */
export function useModelTests(channelId: number) {
  const { mutateAsync } = useTestChannel();
  const [tests, setTests] = useState<ReadonlyMap<string, ModelTest>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const run = useCallback(
    async (model: string) => {
      const note = (test: ModelTest) => setTests((before) => new Map(before).set(model, test));
      note({ state: "waiting" });
      try {
        note({ state: "done", result: await mutateAsync({ id: channelId, model }) });
      } catch (error) {
        note({ state: "error", message: describeError(error) });
      }
    },
    [channelId, mutateAsync],
  );

  const runAll = useCallback(
    async (models: readonly string[]) => {
      stopped.current = false;
      setRunning(true);
      for (const model of models) {
        if (stopped.current) break;
        await run(model);
      }
      setRunning(false);
    },
    [run],
  );

  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { tests, run, runAll, stop, running };
}
