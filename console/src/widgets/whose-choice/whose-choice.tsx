import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useTranslation } from "react-i18next";

interface WhoseChoiceProps {
  /** `mine`, or empty for everyone's. */
  value: string;
  onChange: (value: string) => void;
}

/** Everybody's rows, or one's own: for administrators, who make calls, too. */
export function WhoseChoice({ value, onChange }: WhoseChoiceProps) {
  const { t } = useTranslation("common");
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t("whose.label")}
      onChange={(_event, whose: string | null) => whose !== null && onChange(whose)}
    >
      <ToggleButton value="">{t("whose.everyone")}</ToggleButton>
      <ToggleButton value="mine">{t("whose.mine")}</ToggleButton>
    </ToggleButtonGroup>
  );
}
