import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PromptForm } from "./prompt-form";
import type { FollowUp } from "./read-follow-ups";
import { sendFollowUp } from "./send-follow-up";
import { useCopyRequest, useSubmission } from "./use-submission";

interface FollowUpButtonsProps {
  followUps: readonly FollowUp[];
  /** Of the picture; the start of a follow-up's prompt. */
  prompt: string;
  /** Only the owner of a task can continue it. */
  own: boolean;
  onStarted: (taskId: string) => void;
}

/** Follow-ups of a picture. A press sends the request, or copies it. */
export function FollowUpButtons({ followUps, prompt, own, onStarted }: FollowUpButtonsProps) {
  const { t } = useTranslation("midjourney");
  const [how, setHow] = useState<"send" | "copy">("send");
  const [prompting, setPrompting] = useState<FollowUp>();
  const copy = useCopyRequest();
  const send = useSubmission(
    ({ followUp, text }: { followUp: FollowUp; text?: string }, getKey) =>
      sendFollowUp(followUp, getKey, text),
    onStarted,
  );
  const press = (followUp: FollowUp): void => {
    if (how === "copy" || followUp.needs === "mask") void copy(followUp);
    else if (followUp.needs === "prompt") setPrompting(followUp);
    else send.mutate({ followUp });
  };
  if (followUps.length === 0) return null;
  const groups = (["upscale", "variation"] as const).map((kind) => ({
    kind,
    members: followUps.filter((one) => one.kind === kind && one.index > 0),
  }));
  const others = followUps.filter((one) => one.index === 0);
  const props = {
    own,
    press,
    pending: send.isPending ? send.variables.followUp.id : undefined,
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
      {prompting && (
        <PromptForm
          label={t(`follow_up.${prompting.kind}`)}
          // The proxy reads the factor from the prompt.
          initial={`${prompt} --zoom 1.8`.trim()}
          sending={send.isPending}
          onSend={(text) => send.mutate({ followUp: prompting, text })}
          onCancel={() => setPrompting(undefined)}
        />
      )}
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
  const { kind, index, needs, id } = followUp;
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
          {...((copies || needs === "mask") && { startIcon: <ContentCopyIcon /> })}
          sx={{ minWidth: 40, px: 1.25 }}
        >
          {index > 0 ? index : name}
        </Button>
      </span>
    </Tooltip>
  );
}
