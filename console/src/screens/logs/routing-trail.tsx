import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import SkipNextIcon from "@mui/icons-material/SkipNextOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { EndReason, LogMetadata } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../lib/format-number";
import { attemptReason } from "./attempt-reason";

type Attempt = NonNullable<LogMetadata["attempts"]>[number];

/** The attempted channels in order, with response and duration. */
export function RoutingTrail({ attempts, end }: { attempts: Attempt[]; end: EndReason | undefined }) {
  const { t } = useTranslation("logs");
  if (attempts.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("trail.empty")}
      </Typography>
    );
  }
  return (
    <Stack component="ol" sx={{ m: 0, p: 0, listStyle: "none", gap: 1.5 }}>
      {attempts.map((attempt, index) => (
        <AttemptRow
          key={index}
          attempt={attempt}
          number={index + 1}
          end={index === attempts.length - 1 ? end : undefined}
        />
      ))}
    </Stack>
  );
}

interface AttemptRowProps {
  attempt: Attempt;
  number: number;
  /** How the exchange ended, for the try that it ended with. */
  end: EndReason | undefined;
}

function AttemptRow({ attempt, number, end = "completed" }: AttemptRowProps) {
  const { t } = useTranslation("logs");
  const [Icon, color] = signOf(attempt, end);
  const facts = [t("trail.try", { number }), statusOf(t, attempt), outcomeOf(t, attempt, end)];
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.25 }}>
      <Icon aria-hidden sx={{ fontSize: 18, mt: "1px", color }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: "anywhere" }}>
          {attempt.channel_name}
          <Box component="span" sx={{ color: "text.secondary", fontWeight: 400 }}>
            {` #${attempt.channel_id}`}
          </Box>
        </Typography>
        <Typography
          variant="caption"
          component="div"
          sx={{ color: "text.secondary", overflowWrap: "anywhere" }}
        >
          {facts.filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      {!wasSkipped(attempt) && (
        <Typography variant="body2" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
          {formatDuration(attempt.time)}
        </Typography>
      )}
    </Stack>
  );
}

/** Nothing was sent: the channel's provider does not support the call. */
const wasSkipped = ({ reason, status }: Attempt): boolean => reason === "unsupported" && status === 0;

function signOf(attempt: Attempt, end: EndReason) {
  if (wasSkipped(attempt)) return [SkipNextIcon, "text.secondary"] as const;
  if (attempt.reason !== "") return [ErrorOutlineIcon, "error.main"] as const;
  if (end !== "completed") return [ErrorOutlineIcon, "text.secondary"] as const;
  return [CheckCircleOutlineIcon, "success.main"] as const;
}

/** HTTP status; nothing where nothing was sent. 101 is an opened WebSocket. */
function statusOf(t: TFunction<"logs">, attempt: Attempt): string | undefined {
  // The outcome explains the missing response.
  return attempt.status === 0 ? undefined : t("trail.status", { status: attempt.status });
}

function outcomeOf(t: TFunction<"logs">, attempt: Attempt, end: EndReason): string {
  if (attempt.reason !== "" || attempt.cause !== undefined) return attemptReason(t, attempt);
  if (end !== "completed") return t(`end.${end}`);
  return t(attempt.status === 101 ? "trail.connected" : "trail.delivered");
}
