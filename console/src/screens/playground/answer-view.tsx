import ReplayIcon from "@mui/icons-material/Replay";
import StopCircleOutlinedIcon from "@mui/icons-material/StopCircleOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { AnswerFigures } from "./answer-figures";
import { AnswerProblem } from "./answer-problem";
import { type Answer, awaitsResults, isRunning, type Problem, type Step } from "./conversation";
import { ModelOutput } from "./model-output";
import type { Playground } from "./playground-store";
import { ReasoningView } from "./reasoning-view";
import { ToolCallsView } from "./tool-calls-view";

interface AnswerViewProps {
  answer: Answer;
  turnId: string;
  /** Only the last prompt's answers can be regenerated or continued. */
  last: boolean;
  playground: Playground;
}

/** The answer of one model: reasoning, text, tool calls, figures and actions. */
export const AnswerView = memo(function AnswerView({ answer, turnId, last, playground }: AnswerViewProps) {
  const { t } = useTranslation("playground");
  const { laneId, model, steps } = answer;
  const running = steps.find(isRunning);
  const text = steps
    .map((step) => step.text)
    .filter(Boolean)
    .join("\n\n");
  const retry = last && !running ? () => playground.retry(turnId, laneId) : undefined;
  return (
    <Box
      component="article"
      aria-label={t("answer.of", { model })}
      aria-busy={running !== undefined}
      sx={{ minWidth: 0, border: 1, borderColor: "divider", borderRadius: 1.5, bgcolor: "background.paper" }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: "center",
          gap: 0.5,
          pl: 2,
          pr: 1,
          minHeight: 44,
          borderBottom: 1,
          borderColor: "divider",
        }}
      >
        <Typography variant="subtitle2" component="h2" noWrap title={model} sx={{ flex: 1, minWidth: 0 }}>
          {model}
        </Typography>
        {running ? (
          <Tooltip title={t("answer.stop")}>
            <IconButton
              size="small"
              aria-label={t("answer.stopOf", { model })}
              onClick={() => playground.stop(running.id)}
            >
              <StopCircleOutlinedIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        ) : (
          <>
            {text !== "" && <CopyButton text={text} label={t("answer.copy")} />}
            {retry && (
              <Tooltip title={t("answer.retry")}>
                <IconButton size="small" aria-label={t("answer.retryOf", { model })} onClick={retry}>
                  <ReplayIcon sx={{ fontSize: 17 }} />
                </IconButton>
              </Tooltip>
            )}
          </>
        )}
      </Stack>
      <Stack sx={{ px: 2, py: 1.5, gap: 2 }}>
        {steps.map((step, index) => (
          <StepView
            key={step.id}
            step={step}
            awaited={last && index === steps.length - 1 && awaitsResults(answer)}
            onRetry={index === steps.length - 1 ? retry : undefined}
            onSendResults={() => playground.sendResults(turnId, laneId)}
            playground={playground}
          />
        ))}
      </Stack>
    </Box>
  );
});

interface StepViewProps {
  step: Step;
  awaited: boolean;
  onRetry: (() => void) | undefined;
  onSendResults: () => void;
  playground: Playground;
}

function StepView({ step, awaited, onRetry, onSendResults, playground }: StepViewProps) {
  const { t } = useTranslation("playground");
  const { id, status, text, reasoning, toolCalls, images, problem, dropped, finishReason } = step;
  const writing = isRunning(step);
  const silent = text === "" && toolCalls.length === 0 && images.length === 0;
  return (
    <Box sx={{ minWidth: 0 }}>
      {reasoning !== "" && <ReasoningView text={reasoning} thinking={writing && silent} />}
      {text !== "" && <ModelOutput text={text} />}
      {images.map((image, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pictures are only added
        <AnswerImage key={index} source={image} />
      ))}
      {toolCalls.length > 0 && (
        <ToolCallsView
          calls={toolCalls}
          awaited={awaited}
          onResult={(index, result) => playground.setResult(id, index, result)}
          onSend={onSendResults}
        />
      )}
      {writing && <Writing waiting={status === "waiting"} />}
      {problem && <AnswerProblem step={{ ...step, problem }} onRetry={onRetry} />}
      {status === "stopped" && <Note>{t("answer.stopped")}</Note>}
      {status === "done" && silent && <Note>{t("answer.empty")}</Note>}
      {finishReason === "length" && <Note>{t("answer.length")}</Note>}
      {finishReason === "content_filter" && <Note>{t("answer.filtered")}</Note>}
      {dropped.length > 0 && <Note>{t("answer.dropped", { fields: dropped.join(", ") })}</Note>}
      {wasSent(problem) && <AnswerFigures step={step} onBooked={(booking) => playground.book(id, booking)} />}
    </Box>
  );
}

/** A rejected call has no figures. */
function wasSent(problem: Problem | undefined): boolean {
  return problem?.kind !== "refused" && problem?.kind !== "network";
}

function AnswerImage({ source }: { source: string }) {
  const { t } = useTranslation("playground");
  return (
    <Box
      component="img"
      src={source}
      alt={t("answer.image")}
      sx={{ display: "block", maxWidth: "100%", maxHeight: 480, borderRadius: 1, my: 1 }}
    />
  );
}

/** A sign that the model is at work, also where animations are off. */
function Writing({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation("playground");
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, mt: 0.5, color: "text.secondary" }}>
      <Box
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          borderRadius: "50%",
          bgcolor: "primary.main",
          "@keyframes pulse": { "50%": { opacity: 0.25 } },
          animation: "pulse 1.2s ease-in-out infinite",
        }}
      />
      <Typography variant="body2">{t(waiting ? "answer.waiting" : "answer.writing")}</Typography>
    </Stack>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.75 }}>
      {children}
    </Typography>
  );
}
