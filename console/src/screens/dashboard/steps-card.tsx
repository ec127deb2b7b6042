import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

export interface Step {
  name: string;
  title: string;
  body: ReactNode;
  done: boolean;
  /** Its button while the step is open; `next` for the first open step, whose button is primary. */
  action: (next: boolean) => ReactNode;
  /** Below the line, as wide as the card. */
  detail?: ReactNode;
}

/** A checklist with completed steps ticked. Only the next step has a primary button. */
export function StepsCard({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation("dashboard");
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Card component="section" aria-labelledby="checklist-title" sx={{ mb: 3 }}>
      <Stack
        direction="row"
        sx={{ alignItems: "baseline", justifyContent: "space-between", px: 2.5, pt: 2, pb: 1.5 }}
      >
        <Typography id="checklist-title" variant="h3" component="h2" sx={{ fontSize: 15 }}>
          {t("checklist.title")}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("checklist.progress", { done, total: steps.length })}
        </Typography>
      </Stack>
      <LinearProgress
        variant="determinate"
        value={(done / steps.length) * 100}
        aria-labelledby="checklist-title"
        sx={{ height: 2, bgcolor: "divider" }}
      />
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {steps.map((step, index) => (
          <Box
            component="li"
            key={step.name}
            sx={{ px: 2.5, py: 1.5, borderTop: index === 0 ? 0 : 1, borderColor: "divider" }}
          >
            <Stack direction="row" sx={{ alignItems: "center", gap: 1.5 }}>
              <StepSign done={step.done} number={index + 1} />
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography
                  variant="subtitle2"
                  sx={step.done ? { color: "text.secondary", textDecoration: "line-through" } : {}}
                >
                  {step.title}
                </Typography>
                {!step.done && (
                  <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
                    {step.body}
                  </Typography>
                )}
              </Box>
              {!step.done && <Box sx={{ flexShrink: 0 }}>{step.action(step === next)}</Box>}
            </Stack>
            {!step.done && step.detail}
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function StepSign(props: { done: boolean; number: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: "grid",
        placeItems: "center",
        width: 24,
        height: 24,
        flexShrink: 0,
        borderRadius: "50%",
        fontSize: 12,
        fontWeight: 500,
        border: 1,
        borderColor: props.done ? "success.main" : "divider",
        bgcolor: props.done ? "success.main" : "transparent",
        color: props.done ? "success.contrastText" : "text.secondary",
      }}
    >
      {props.done ? <CheckIcon sx={{ fontSize: 15 }} /> : props.number}
    </Box>
  );
}
