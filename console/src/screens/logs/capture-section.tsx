import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { CaptureBodies, CaptureKind } from "@tollgate/contract/captures";
import type { LogRow } from "@tollgate/contract/logs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { FormSection } from "../../design-system/form/form-section";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";
import { describeError } from "../../lib/describe-error";
import { formatNumber } from "../../lib/format-number";
import {
  captureHeadQuery,
  capturesQuery,
  useReadCapture,
  useStartCapture,
} from "../../widgets/captures/capture-queries";

/** Captured bodies of a call for those who may read them, and the way to capture the next ones. */
export function CaptureSection({ row }: { row: LogRow }) {
  const { t } = useTranslation(["logs", "common"]);
  const { data: state } = useQuery(capturesQuery);
  const head = useQuery({ ...captureHeadQuery(row.id), enabled: state?.allowed === true });
  const read = useReadCapture();
  if (!state?.allowed) return null;
  return (
    <FormSection title={t("capture.title")} description={t("capture.description")}>
      {read.data && read.variables === row.id ? (
        <Bodies bodies={read.data} />
      ) : head.data ? (
        <Box>
          <Button variant="outlined" loading={read.isPending} onClick={() => read.mutate(row.id)}>
            {t("capture.read")}
          </Button>
          <Typography variant="caption" component="div" sx={{ color: "text.secondary", mt: 0.5 }}>
            {t("capture.audited")}
          </Typography>
        </Box>
      ) : head.isError ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void head.refetch()}>
              {t("common:retry")}
            </Button>
          }
        >
          {describeError(head.error)}
        </Alert>
      ) : (
        head.isSuccess && <StartCapture row={row} />
      )}
    </FormSection>
  );
}

function Bodies({ bodies }: { bodies: CaptureBodies }) {
  const { t } = useTranslation("logs");
  useMonoFont();
  return (
    <Stack sx={{ gap: 2 }}>
      {(["request", "response"] as const).map((part) => {
        const { text, bytes, complete, type } = bodies[part];
        return (
          <Box key={part}>
            <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between" }}>
              <Typography variant="subtitle2">
                {t(`capture.${part}`)}
                <Typography component="span" variant="caption" sx={{ color: "text.secondary", ml: 1 }}>
                  {[type, t("capture.bytes", { count: bytes, number: formatNumber(bytes) })]
                    .filter((fact) => fact !== "")
                    .join(" · ")}
                </Typography>
              </Typography>
              {text !== "" && <CopyButton text={text} label={t(`capture.${part}`)} />}
            </Stack>
            {!complete && (
              <Alert severity="info" sx={{ my: 0.5 }}>
                {t(text === "" ? "capture.binary" : "capture.cut")}
              </Alert>
            )}
            {text !== "" && (
              <Box
                component="pre"
                tabIndex={0}
                aria-label={t(`capture.${part}`)}
                sx={{
                  m: 0,
                  p: 1.5,
                  maxHeight: 320,
                  overflow: "auto",
                  border: 1,
                  borderColor: "divider",
                  borderRadius: 1,
                  bgcolor: "background.default",
                  fontFamily: monoFont,
                  fontSize: 12,
                  lineHeight: "18px",
                  whiteSpace: "pre-wrap",
                  overflowWrap: "anywhere",
                }}
              >
                {indented(text)}
              </Box>
            )}
          </Box>
        );
      })}
    </Stack>
  );
}

/** JSON on several lines; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const hourChoices = [1, 24, 168] as const;

/** Captures the next calls of the row's token or channel. */
function StartCapture({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const [hours, setHours] = useState(1);
  const start = useStartCapture();
  const targets: { kind: CaptureKind; id: number; name: string }[] = [
    { kind: "token", id: row.token_id, name: row.token_name },
    { kind: "channel", id: row.channel_id, name: row.channel?.name ?? "" },
  ];
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("capture.none")}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <TextField
          select
          size="small"
          label={t("capture.duration")}
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
          sx={{ width: 130 }}
        >
          {hourChoices.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {t(`capture.hours.${choice}`)}
            </MenuItem>
          ))}
        </TextField>
        {targets
          .filter(({ id, name }) => id !== 0 && name !== "")
          .map(({ kind, id, name }) => (
            <Button
              key={kind}
              variant="outlined"
              loading={start.isPending && start.variables.kind === kind}
              onClick={() => start.mutate({ kind, target_id: id, hours })}
            >
              {t(`capture.start_${kind}`, { name })}
            </Button>
          ))}
      </Stack>
      {start.data && (
        <Alert severity="success">{t("capture.started", { name: start.data.target_name })}</Alert>
      )}
    </Stack>
  );
}
