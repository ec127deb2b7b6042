import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useHasAccess } from "../../lib/session/session";
import { checklistQuery, isComplete } from "./dashboard-queries";

const steps = [
  { name: "has_channel", path: "/panel/channel" },
  { name: "has_price", path: "/panel/pricing" },
  { name: "has_token", path: "/panel/token" },
  { name: "has_request", path: "/panel/token" },
] as const;

/** What a new installation still needs, for administrators; gone once all is done. Only the next step has a loud button. */
export function ChecklistCard() {
  const { t } = useTranslation("dashboard");
  const allowed = useHasAccess("admin");
  const { data: checklist } = useQuery({ ...checklistQuery, enabled: allowed });
  if (!checklist || isComplete(checklist)) return null;
  const done = steps.filter((step) => checklist[step.name]).length;
  const next = steps.find((step) => !checklist[step.name]);
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
          <Stack
            component="li"
            key={step.name}
            direction="row"
            sx={{
              alignItems: "center",
              gap: 1.5,
              px: 2.5,
              py: 1.5,
              borderTop: index === 0 ? 0 : 1,
              borderColor: "divider",
            }}
          >
            <StepSign done={checklist[step.name]} number={index + 1} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography
                variant="subtitle2"
                sx={checklist[step.name] ? { color: "text.secondary", textDecoration: "line-through" } : {}}
              >
                {t(`checklist.${step.name}.title`)}
              </Typography>
              {!checklist[step.name] && (
                <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
                  {step.name === "has_price" && checklist.unpriced_count > 0
                    ? t("checklist.has_price.unpriced", {
                        count: checklist.unpriced_count,
                        names: namesWithRest(checklist.unpriced_models, checklist.unpriced_count),
                      })
                    : t(`checklist.${step.name}.body`)}
                </Typography>
              )}
            </Box>
            {!checklist[step.name] && (
              <Button
                component={Link}
                to={step.path}
                size="small"
                variant={step === next ? "contained" : "outlined"}
              >
                {t(`checklist.${step.name}.action`)}
              </Button>
            )}
          </Stack>
        ))}
      </Box>
    </Card>
  );
}

/** `a, b, c, …` */
function namesWithRest(names: readonly string[], count: number): string {
  return [...names, ...(count > names.length ? ["…"] : [])].join(", ");
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
