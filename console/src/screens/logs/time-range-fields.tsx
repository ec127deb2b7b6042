import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fromLocalInput, toLocalInput } from "../../widgets/moment-field/local-input-time";
import { anyTime, type TimeRange, timeRangePresets } from "./time-ranges";

interface TimeRangeFieldsProps {
  range: string;
  custom: TimeRange;
  onPreset: (range: string) => void;
  onCustom: (range: TimeRange) => void;
}

/** Presets, and two moments of one's own. */
export function TimeRangeFields({ range, custom, onPreset, onCustom }: TimeRangeFieldsProps) {
  const { t } = useTranslation("logs");
  const [from, setFrom] = useState(toLocalInput(custom.start));
  const [to, setTo] = useState(toLocalInput(custom.end));
  const [start, end] = [fromLocalInput(from), fromLocalInput(to)];
  const backwards = start > 0 && end > 0 && end < start;
  return (
    <Stack sx={{ gap: 1.5, minWidth: { sm: 260 } }}>
      <MenuList sx={{ p: 0, mx: -1 }}>
        {[...timeRangePresets, anyTime].map((preset) => (
          <MenuItem key={preset} selected={preset === range} onClick={() => onPreset(preset)}>
            <Box sx={{ flex: 1 }}>{t(`range.${preset}` as "range.7d")}</Box>
            {preset === range && <CheckIcon />}
          </MenuItem>
        ))}
      </MenuList>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {t("range.custom")}
      </Typography>
      <MomentInput label={t("range.from")} value={from} onChange={setFrom} />
      <MomentInput
        label={t("range.to")}
        value={to}
        onChange={setTo}
        problem={backwards ? t("range.backwards") : ""}
      />
      <Button
        variant="contained"
        size="small"
        disabled={backwards || (start === 0 && end === 0)}
        onClick={() => onCustom({ start, end })}
      >
        {t("range.apply")}
      </Button>
    </Stack>
  );
}

interface MomentInputProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  problem?: string;
}

function MomentInput({ label, value, onChange, problem = "" }: MomentInputProps) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== ""}
      helperText={problem}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
