import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";

interface LiveSwitchProps {
  on: boolean;
  /** Only the newest page can follow. */
  possible: boolean;
  onChange: (on: boolean) => void;
}

/** Shows new rows as they are written; pauses while the page is hidden. */
export function LiveSwitch({ on, possible, onChange }: LiveSwitchProps) {
  const { t } = useTranslation("logs");
  return (
    <Tooltip describeChild title={t(possible ? "live.hint" : "live.impossible")}>
      <FormControlLabel
        disabled={!possible}
        control={<Switch size="small" checked={on && possible} onChange={(_event, next) => onChange(next)} />}
        label={t("live.label")}
        slotProps={{ typography: { variant: "body2" } }}
        sx={{ mx: 0.5, gap: 0.5, minHeight: 36 }}
      />
    </Tooltip>
  );
}
