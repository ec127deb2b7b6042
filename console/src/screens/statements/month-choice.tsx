import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { formatMonth } from "./months";

interface MonthChoiceProps {
  /** Newest first. */
  months: readonly string[];
  value: string;
  onChange: (month: string) => void;
}

/** A month from a list, or the previous or next one. */
export function MonthChoice({ months, value, onChange }: MonthChoiceProps) {
  const { t } = useTranslation("statements");
  const at = months.indexOf(value);
  const step = (label: string, icon: React.ReactNode, month: string | undefined) => (
    <Tooltip title={label}>
      <span>
        <IconButton
          aria-label={label}
          disabled={month === undefined}
          onClick={() => month !== undefined && onChange(month)}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, mb: 2 }}>
      {step(t("earlier"), <ChevronLeftIcon />, months[at + 1])}
      <TextField
        select
        size="small"
        fullWidth={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { "aria-label": t("month") } }}
        sx={{ width: 200 }}
      >
        {months.map((month) => (
          <MenuItem key={month} value={month}>
            {formatMonth(month)}
          </MenuItem>
        ))}
      </TextField>
      {step(t("later"), <ChevronRightIcon />, months[at - 1])}
    </Stack>
  );
}
