import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Channel } from "@tollgate/contract/channels";
import { isWildcard } from "@tollgate/contract/model-pattern";
import { formatQuota } from "@tollgate/contract/quota";
import type { Token } from "@tollgate/contract/tokens";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { formatDuration, formatNumber } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { type FirstAnswer, sendFirstRequest } from "./send-first-request";
import { requestLogQuery } from "./setup-queries";

interface SetupRequestProps {
  channel: Channel;
  token: Token | undefined;
  /** A model whose test passed. */
  tested: string | undefined;
  onAnswered: () => void;
}

/** One real call from this browser to the channel, its answer, and the row that the log has of it. */
export function SetupRequest({ channel, token, tested, onAnswered }: SetupRequestProps) {
  const { t } = useTranslation("channels");
  const callable = channel.models.filter((model) => !isWildcard(model));
  const [chosen, setChosen] = useState<string>();
  const model = chosen ?? tested ?? (channel.test_model || (callable[0] ?? ""));
  const send = useMutation({
    mutationFn: (key: string) =>
      sendFirstRequest({ key: `${key}#${channel.id}`, model, prompt: t("setup.prompt") }),
    onSuccess: ({ text }) => text !== undefined && onAnswered(),
  });
  if (!token)
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("setup.request_needs_token")}
      </Typography>
    );
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("setup.request_hint")}
      </Typography>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "center" } }}>
        <Autocomplete
          freeSolo
          disableClearable
          options={callable}
          inputValue={model}
          onInputChange={(_event, next) => setChosen(next)}
          sx={{ flex: 1 }}
          renderInput={(params) => <TextField {...params} label={t("setup.model")} size="small" />}
        />
        <Button
          variant="contained"
          disabled={model.trim() === ""}
          loading={send.isPending}
          onClick={() => send.mutate(token.key)}
        >
          {t("setup.send")}
        </Button>
      </Stack>
      <div aria-live="polite">{send.data && !send.isPending && <Answer answer={send.data} />}</div>
    </Stack>
  );
}

function Answer({ answer }: { answer: FirstAnswer }) {
  const { t } = useTranslation("channels");
  const { text, error, time, requestId } = answer;
  const failed = text === undefined;
  return (
    <Alert ref={showWhole} severity={failed ? "error" : "success"} sx={{ overflowWrap: "anywhere" }}>
      <AlertTitle>
        {failed ? t("setup.request_failed") : t("setup.answered", { time: formatDuration(time) })}
      </AlertTitle>
      {failed ? error : text || t("setup.no_text")}
      {requestId !== "" && <LogRow requestId={requestId} />}
    </Alert>
  );
}

/** Scrolls to the response, which is below the fold. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function LogRow({ requestId }: { requestId: string }) {
  const { t } = useTranslation("channels");
  const format = useQuotaFormat();
  const { data: row } = useQuery(requestLogQuery(requestId));
  if (!row) return null;
  const tokens = row.prompt_tokens + row.completion_tokens;
  return (
    <Stack sx={{ mt: 1.5, gap: 0.5 }}>
      {/* The entry of a rejected request has none of these facts. */}
      {row.channel && (
        <span>
          {t("setup.logged", {
            model: row.model_name,
            cost: formatQuota(row.quota, format),
            count: tokens,
            tokens: formatNumber(tokens),
            channel: row.channel.name,
          })}
        </span>
      )}
      <Link
        component={RouterLink}
        to={`/panel/log?request_id=${encodeURIComponent(requestId)}`}
        variant="body2"
      >
        {t("setup.show_log")}
      </Link>
    </Stack>
  );
}
