import type { Channel } from "@tollgate/contract/channels";
import { createContext, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notifications/notifications";
import type { ChannelTestRequest } from "./channel-test-dialog";
import { useTestChannel } from "./channels-queries";
import { formatDuration } from "../../lib/format-number";

/** Channels whose quick test is under way. A context, so that the table's cells stay as they are while one runs. */
export const TestingContext = createContext<ReadonlySet<number>>(new Set());

/**
 * The quick test of the list: runs in the row and shows a notification on success; a failure, a response
 * that is too slow, or a channel without a test model opens the dialog.
 */
export function useChannelTest(open: (request: ChannelTestRequest) => void) {
  const { t } = useTranslation("channels");
  const { mutateAsync } = useTestChannel();
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set());

  const test = useCallback(
    async (channel: Channel) => {
      if (channel.test_model === "") return open({ channel });
      setTesting((before) => new Set(before).add(channel.id));
      try {
        const result = await mutateAsync({ id: channel.id });
        const time = formatDuration(result.time);
        const title = t("test.passed_toast", { name: channel.name, time });
        if (result.success && result.problem !== "") open({ channel, model: result.model, result });
        else if (result.success && result.answer !== "") notify.info(result.answer, { title });
        else if (result.success) notify.success(title);
        else open({ channel, model: result.model, result });
      } catch (error) {
        open({ channel, error });
      } finally {
        setTesting((before) => new Set([...before].filter((id) => id !== channel.id)));
      }
    },
    [t, open, mutateAsync],
  );
  return { test, testing };
}
