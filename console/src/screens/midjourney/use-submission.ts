import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { CopyByHand } from "../../design-system/copy-button/copy-by-hand";
import { copyText } from "../../design-system/copy-button/copy-text";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { usePlaygroundKey } from "../../lib/session/playground-key";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { curlOf } from "../../widgets/task-detail/curl-of";
import { tasksKey } from "../../widgets/task-detail/task-queries";
import { FollowUpRejected } from "./send-follow-up";

/** Submits a task with the playground's key, and shows what happened. */
export function useSubmission<Input>(
  submit: (input: Input, getKey: (renew: boolean) => Promise<string>) => Promise<string>,
  onStarted: (taskId: string) => void,
) {
  const { t } = useTranslation("midjourney");
  const client = useQueryClient();
  const getKey = usePlaygroundKey();
  return useMutation({
    mutationFn: (input: Input) => submit(input, getKey),
    meta: { silent: true },
    onSuccess: (taskId) => {
      notify.success(t("follow_ups.started"));
      if (taskId !== "") onStarted(taskId);
    },
    // The list includes tasks that a platform rejected.
    onSettled: () => client.invalidateQueries({ queryKey: tasksKey }),
    onError: (error) =>
      notify.error(error instanceof FollowUpRejected ? error.message : describeError(error), {
        title: t("follow_ups.failed"),
      }),
  });
}

/** Copies a request as curl, or shows it where the browser does not allow copying. */
export function useCopyRequest() {
  const { t } = useTranslation("midjourney");
  const server = useServerAddress();
  const copyByHand = useContext(CopyByHand);
  return async ({ path, body }: { path: string; body: object }): Promise<void> => {
    const text = curlOf(server, path, body);
    if (await copyText(text)) notify.success(t("follow_ups.copied"));
    else copyByHand(text);
  };
}
