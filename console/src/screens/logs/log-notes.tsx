import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { LogRow } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";
import { endTones } from "./outcome-chip";

/** Notes on an unusual call: how it ended, the source of its answer, corrections. */
export function LogNotes({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const { cache_hit: kept, end_reason: end, format, usage_clamped: clamped } = row.metadata;
  const { answered_model: model, answered_tier: tier, price_raised: raised } = row.metadata;
  const answered = [
    raised && t("note.price_raised"),
    model !== undefined && t("note.answered_model", { model }),
    tier !== undefined && t("note.answered_tier", { tier }),
  ].filter((sentence) => typeof sentence === "string");
  const { calls = 1, refused_reason } = row.metadata;
  const rejected = refused_reason !== undefined;
  const passedOn = passedOnPath(row) !== undefined;
  const text = passedOn ? "" : row.content;
  const abnormal = end !== undefined && end !== "completed";
  const answer = format === "openai-realtime" ? answerNumber(row) : undefined;
  return (
    <>
      {kept && <Alert severity="success">{t("note.cache_hit")}</Alert>}
      {(abnormal || text !== "") && (
        <Alert severity={abnormal ? severities[endTones[end]] : "error"}>
          {abnormal && t(rejected ? "note.refused" : `end_note.${end}`)}
          {calls > 1 && ` ${t("note.refused_calls", { number: formatNumber(calls) })}`}
          {text !== "" && (
            <Typography
              variant="body2"
              component="div"
              sx={{ overflowWrap: "anywhere", color: "inherit", opacity: 0.85, mt: abnormal ? 0.5 : 0 }}
            >
              {text}
            </Typography>
          )}
        </Alert>
      )}
      {clamped && <Alert severity="warning">{t("note.clamped")}</Alert>}
      {answered.length > 0 && (
        <Alert severity={raised ? "warning" : "info"} sx={{ overflowWrap: "anywhere" }}>
          {answered.join(" ")}
        </Alert>
      )}
      {passedOn && <Alert severity="info">{t("note.passed_on")}</Alert>}
      {answer !== undefined && <Alert severity="info">{t("note.realtime", { number: answer })}</Alert>}
    </>
  );
}

const severities = {
  success: "success",
  warning: "warning",
  error: "error",
  info: "info",
  neutral: "info",
} as const;

/** A realtime session writes a row for every answer, numbered behind the session's id: `<id>-3`. */
function answerNumber({ request_id: id }: LogRow): string | undefined {
  return /-(\d+)$/.exec(id)?.[1];
}
