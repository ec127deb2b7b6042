import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { LogMetadata } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../lib/format-time";

type Attempt = NonNullable<LogMetadata["attempts"]>[number];

/** The channels that were tried in turn, what each one said and how long it took (D14). */
export function RoutingTrail({ attempts }: { attempts: Attempt[] }) {
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
        <AttemptRow key={index} attempt={attempt} number={index + 1} />
      ))}
    </Stack>
  );
}

function AttemptRow({ attempt, number }: { attempt: Attempt; number: number }) {
  const { t } = useTranslation("logs");
  const delivered = attempt.reason === "";
  const Icon = delivered ? CheckCircleOutlineIcon : ErrorOutlineIcon;
  const status = attempt.status === 0 ? t("trail.no_answer") : t("trail.status", { status: attempt.status });
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.25 }}>
      <Icon aria-hidden sx={{ fontSize: 18, mt: "1px", color: delivered ? "success.main" : "error.main" }} />
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
          {`${t("trail.try", { number })} · ${status} · ${delivered ? t("trail.delivered") : attempt.reason}`}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
        {formatDuration(attempt.time)}
      </Typography>
    </Stack>
  );
}
