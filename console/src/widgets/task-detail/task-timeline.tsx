import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlineOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import TimerOffOutlinedIcon from "@mui/icons-material/TimerOffOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TaskDetail, TaskState } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { TimeText } from "../../design-system/time-text/time-text";

type Step = TaskDetail["timeline"][number];

/** When a task came into each of its states, the oldest first. */
export function TaskTimeline({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation(["task-detail", "task-status"]);
  return (
    <Stack component="ol" aria-label={t("section.timeline")} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {steps.map((step, index) => (
        <Stack
          component="li"
          key={`${step.at} ${step.state}`}
          direction="row"
          sx={{ position: "relative", gap: 1.25, pb: index === steps.length - 1 ? 0 : 2 }}
        >
          {index < steps.length - 1 && (
            <Box
              aria-hidden
              sx={{ position: "absolute", left: 8.5, top: 22, bottom: 0, width: "1px", bgcolor: "divider" }}
            />
          )}
          <StepSign state={step.state} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="body2">{t(`task-status:state.${step.state}`)}</Typography>
            <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
              <TimeText value={Math.floor(step.at / 1000)} />
            </Typography>
            {step.note !== "" && (
              <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
                {step.note}
              </Typography>
            )}
          </Box>
        </Stack>
      ))}
    </Stack>
  );
}

function StepSign({ state }: { state: TaskState }) {
  const style = (color: string) => ({ fontSize: 18, mt: "1px", color });
  if (state === "success") return <CheckCircleOutlineIcon sx={style("success.main")} />;
  if (state === "failure") return <ErrorOutlineIcon sx={style("error.main")} />;
  if (state === "expired") return <TimerOffOutlinedIcon sx={style("warning.main")} />;
  return <RadioButtonUncheckedIcon sx={style("text.disabled")} />;
}
