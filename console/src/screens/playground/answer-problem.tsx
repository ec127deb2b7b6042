import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Problem, Step } from "./conversation";

interface AnswerProblemProps {
  step: Step & { problem: Problem };
  /** Undefined where the prompt cannot be sent again. */
  onRetry: (() => void) | undefined;
}

/** Why an answer is incomplete: the relay's own sentence, and what to do. */
export function AnswerProblem({ step, onRetry }: AnswerProblemProps) {
  const { t } = useTranslation("playground");
  const { problem, requestId } = step;
  const hint = hintOf(problem);
  const empty = problem.status === 402;
  return (
    <Alert
      severity={problem.kind === "incomplete" || problem.kind === "too_long" ? "warning" : "error"}
      sx={{ my: 1 }}
    >
      <Typography variant="subtitle2" component="p">
        {problem.status > 0 && problem.kind === "refused"
          ? t("problem.status", { status: problem.status })
          : t(`problem.${problem.kind}`)}
      </Typography>
      {problem.message !== "" && (
        <Typography variant="body2" sx={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {problem.message.slice(0, 4000)}
        </Typography>
      )}
      {hint && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t(`hint.${hint}`, { seconds: problem.retryAfter })}
        </Typography>
      )}
      <Stack
        direction="row"
        // Alone, a button without a border begins where the text does.
        sx={{ gap: 1, mt: 1, flexWrap: "wrap", "& > .MuiButton-text:only-child": { ml: -1.25 } }}
      >
        {empty && (
          <Button size="small" variant="contained" component={Link} to="/panel/topup">
            {t("problem.topUp")}
          </Button>
        )}
        {onRetry && (
          <Button size="small" variant="outlined" onClick={onRetry}>
            {t("problem.retry")}
          </Button>
        )}
        {requestId !== "" && (
          <Button
            size="small"
            component={Link}
            to={`/panel/log?request_id=${encodeURIComponent(requestId)}`}
            aria-label={t("problem.logOf", { id: requestId })}
          >
            {t("problem.log")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type Hint = "wait" | "waitSome" | "upstream" | "network" | "incomplete" | "too_long" | "too_large";

function hintOf({ kind, status, retryAfter, message }: Problem): Hint | undefined {
  if (status === 429) return retryAfter === undefined ? "wait" : "waitSome";
  if (status === 413) return "too_large";
  if (kind === "upstream" || (status >= 500 && message !== "")) return "upstream";
  if (kind === "network" || kind === "incomplete" || kind === "too_long") return kind;
  return undefined;
}
