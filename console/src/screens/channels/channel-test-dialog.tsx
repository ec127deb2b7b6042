import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Channel, ChannelTestResult } from "@tollgate/contract/channels";
import { isWildcard } from "@tollgate/contract/model-pattern";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { describeError } from "../../lib/describe-error";
import { TestEvidence } from "./test-evidence";
import { useTestChannel } from "./channels-queries";
import { formatDuration } from "../../lib/format-number";

/** What the dialog opens with: a channel, the model to test, and a known result. */
export interface ChannelTestRequest {
  channel: Channel;
  model?: string | undefined;
  /** A failure of the quick test in the list. */
  result?: ChannelTestResult | undefined;
  error?: unknown;
  /** Starts immediately; the operator already chose the model. */
  start?: boolean;
}

/** One unbilled call through a channel: model, duration and the provider's response. */
export function ChannelTestDialog({
  request,
  onClose,
}: {
  request: ChannelTestRequest;
  onClose: () => void;
}) {
  const { t } = useTranslation("channels");
  const { channel } = request;
  const test = useTestChannel();
  const callable = channel.models.filter((name) => !isWildcard(name));
  const [model, setModel] = useState(request.model || channel.test_model || (callable[0] ?? ""));
  const result = test.data ?? (test.isIdle ? request.result : undefined);
  const error = test.error ?? (test.isIdle ? request.error : undefined);
  const { mutate } = test;
  const { start, model: initialModel } = request;
  useEffect(() => {
    if (start && initialModel) mutate({ id: channel.id, model: initialModel });
  }, [start, initialModel, mutate, channel.id]);

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="channel-test-title">
      <DialogTitle id="channel-test-title" sx={{ overflowWrap: "anywhere" }}>
        {t("test.title", { name: channel.name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("test.body")}
          </Typography>
          <Autocomplete
            freeSolo
            options={callable}
            inputValue={model}
            onInputChange={(_event, next) => setModel(next)}
            renderInput={(params) => <TextField {...params} label={t("test.model")} />}
          />
          <div aria-live="polite">
            {test.isPending && (
              <Stack direction="row" sx={{ alignItems: "center", gap: 1.5, color: "text.secondary" }}>
                <CircularProgress size={16} color="inherit" />
                <Typography variant="body2">{t("test.running")}</Typography>
              </Stack>
            )}
            {!test.isPending && result && <TestResult result={result} />}
            {!test.isPending && error !== undefined && error !== null && (
              <Alert severity="error">{describeError(error)}</Alert>
            )}
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t("test.close")}
        </Button>
        <Button
          variant="contained"
          onClick={() => mutate({ id: channel.id, model })}
          disabled={model.trim() === ""}
          loading={test.isPending}
        >
          {t(result || error ? "test.again" : "test.run")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function TestResult({ result }: { result: ChannelTestResult }) {
  const { t } = useTranslation("channels");
  if (result.skipped)
    return (
      <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
        <AlertTitle>{t("tests.skipped")}</AlertTitle>
        {result.model}
        <Box sx={{ color: "text.secondary" }}>{t("tests.skipped_reason")}</Box>
      </Alert>
    );
  return (
    <Alert severity={severityOf(result)} sx={{ overflowWrap: "anywhere" }}>
      <AlertTitle>
        {t(result.success ? "test.passed" : "test.failed", { time: formatDuration(result.time) })}
      </AlertTitle>
      {result.model}
      {result.answer !== "" && (
        <Box component="blockquote" sx={{ m: 0, mt: 1, pl: 1.5, borderLeft: 2, borderColor: "currentColor" }}>
          {result.answer}
        </Box>
      )}
      {result.problem !== "" && <div>{t(`problem.${result.problem}`)}</div>}
      {result.reason !== "" && <Box sx={{ color: "text.secondary" }}>{result.reason}</Box>}
      <TestEvidence result={result} />
    </Alert>
  );
}

/** A success with a problem was too slow. */
function severityOf({ success, problem }: ChannelTestResult): "success" | "warning" | "error" {
  if (!success) return "error";
  return problem === "" ? "success" : "warning";
}
