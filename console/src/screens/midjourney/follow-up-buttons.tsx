import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyByHand } from "../../design-system/copy-button/copy-by-hand";
import { copyText } from "../../design-system/copy-button/copy-text";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { usePlaygroundKey } from "../../lib/session/playground-key";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { curlOf } from "../../widgets/task-detail/curl-of";
import { tasksKey } from "../../widgets/task-detail/task-queries";
import type { FollowUp } from "./read-follow-ups";
import { FollowUpRejected, sendFollowUp } from "./send-follow-up";

interface FollowUpButtonsProps {
  followUps: readonly FollowUp[];
  /** Only the owner of a task can continue it. */
  own: boolean;
  onStarted: (taskId: string) => void;
}

/** Follow-ups of a picture. A press sends the request, or copies it. */
export function FollowUpButtons({ followUps, own, onStarted }: FollowUpButtonsProps) {
  const { t } = useTranslation("midjourney");
  const [how, setHow] = useState<"send" | "copy">("send");
  const press = usePress(onStarted);
  if (followUps.length === 0) return null;
  const groups = (["upscale", "variation"] as const).map((kind) => ({
    kind,
    members: followUps.filter((one) => one.kind === kind && one.index > 0),
  }));
  const others = followUps.filter((one) => one.index === 0);
  const props = {
    own,
    press: (one: FollowUp) => press.start(one, how),
    pending: press.pending,
    copies: how === "copy",
  };
  return (
    <Box component="section" aria-label={t("follow_ups.title")}>
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", gap: 1 }}>
        <Typography variant="subtitle2">{t("follow_ups.title")}</Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={how}
          disabled={!own}
          aria-label={t("follow_ups.how")}
          onChange={(_event, next: "send" | "copy" | null) => next !== null && setHow(next)}
        >
          <ToggleButton value="send">{t("follow_ups.send")}</ToggleButton>
          <ToggleButton value="copy">{t("follow_ups.copy")}</ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      <Stack sx={{ gap: 1, mt: 1 }}>
        {groups.map(
          ({ kind, members }) =>
            members.length > 0 && (
              <Stack key={kind} direction="row" sx={{ alignItems: "center", gap: 0.75 }}>
                <Typography variant="body2" sx={{ width: 88, flexShrink: 0, color: "text.secondary" }}>
                  {t(`follow_up.${kind}`)}
                </Typography>
                {members.map((one) => (
                  <FollowUpButton key={one.id} followUp={one} {...props} />
                ))}
              </Stack>
            ),
        )}
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.75 }}>
          {others.map((one) => (
            <FollowUpButton key={one.id} followUp={one} {...props} />
          ))}
        </Stack>
      </Stack>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary", mt: 1 }}>
        {t(own ? "follow_ups.charged" : "follow_ups.not_own")}
      </Typography>
    </Box>
  );
}

interface FollowUpButtonProps {
  followUp: FollowUp;
  own: boolean;
  copies: boolean;
  /** Id of the one that is being sent. */
  pending: string | undefined;
  press: (followUp: FollowUp) => void;
}

function FollowUpButton({ followUp, own, copies, pending, press }: FollowUpButtonProps) {
  const { t } = useTranslation("midjourney");
  const { kind, index, needsMore, id } = followUp;
  const name = index > 0 ? t(`follow_up_of.${kind}`, { number: index }) : t(`follow_up.${kind}`);
  const hint = t(`follow_up_hint.${kind}`);
  return (
    <Tooltip title={hint}>
      <span>
        <Button
          size="small"
          variant="outlined"
          disabled={!own || (pending !== undefined && pending !== id)}
          loading={pending === id}
          aria-label={name}
          onClick={() => press(followUp)}
          {...((copies || needsMore) && { startIcon: <ContentCopyIcon /> })}
          sx={{ minWidth: 40, px: 1.25 }}
        >
          {index > 0 ? index : name}
        </Button>
      </span>
    </Tooltip>
  );
}

/** Sends a follow-up with the playground's key, or copies it where one wants that or where it needs more than a press. */
function usePress(onStarted: (taskId: string) => void) {
  const { t } = useTranslation("midjourney");
  const client = useQueryClient();
  const getKey = usePlaygroundKey();
  const server = useServerAddress();
  const copyByHand = useContext(CopyByHand);
  const send = useMutation({
    mutationFn: (followUp: FollowUp) => sendFollowUp(followUp, getKey),
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
  const copy = async ({ path, body }: FollowUp): Promise<void> => {
    const text = curlOf(server, path, body);
    if (await copyText(text)) notify.success(t("follow_ups.copied"));
    else copyByHand(text);
  };
  return {
    pending: send.isPending ? send.variables.id : undefined,
    start: (followUp: FollowUp, how: "send" | "copy") => {
      if (how === "copy" || followUp.needsMore) void copy(followUp);
      else send.mutate(followUp);
    },
  };
}
