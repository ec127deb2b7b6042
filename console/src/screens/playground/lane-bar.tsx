import AddIcon from "@mui/icons-material/Add";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import type { CallableModel } from "./callable-models";
import { type Lane, lanesMost } from "./conversation";
import { ModelFacts, ModelSelect } from "./model-select";
import type { Playground } from "./playground-store";

interface LaneBarProps {
  lanes: readonly Lane[];
  models: readonly CallableModel[];
  ratio: number;
  playground: Playground;
}

/** The models side by side: each can be changed, up to four. */
export function LaneBar({ lanes, models, ratio, playground }: LaneBarProps) {
  const { t } = useTranslation("playground");
  const only = lanes.length === 1 ? models.find(({ model }) => model === lanes[0]?.model) : undefined;
  const addNext = (): void => {
    const next = models.find(({ model }) => lanes.every((lane) => lane.model !== model)) ?? models[0];
    if (next) playground.addLane(next.model);
  };
  return (
    <Box sx={{ mb: 2 }}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center" }}>
        {lanes.map((lane, index) => (
          <Stack
            key={lane.id}
            direction="row"
            sx={{ alignItems: "center", width: { xs: "100%", sm: lanes.length === 1 ? 320 : 250 } }}
          >
            <ModelSelect
              models={models}
              value={lane.model}
              label={lanes.length === 1 ? t("model.label") : t("model.nth", { number: index + 1 })}
              ratio={ratio}
              onChange={(model) => playground.setModel(lane.id, model)}
            />
            {lanes.length > 1 && (
              <Tooltip title={t("model.remove")}>
                <IconButton
                  size="small"
                  aria-label={t("model.removeNth", { number: index + 1 })}
                  onClick={() => playground.removeLane(lane.id)}
                >
                  <CloseIcon sx={{ fontSize: 17 }} />
                </IconButton>
              </Tooltip>
            )}
          </Stack>
        ))}
        {lanes.length < lanesMost && (
          <Button size="small" startIcon={<AddIcon />} onClick={addNext}>
            {t("model.compare")}
          </Button>
        )}
      </Stack>
      {only && (
        <Box sx={{ mt: 0.5, px: 0.25 }}>
          <ModelFacts model={only} ratio={ratio} />
        </Box>
      )}
    </Box>
  );
}
