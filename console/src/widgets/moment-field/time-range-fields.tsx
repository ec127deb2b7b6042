import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MomentField } from "./moment-field";
import { anyTime, type ChosenRange, customRange, timeRangePresets } from "./time-ranges";

interface TimeRangeFieldsProps {
  chosen: ChosenRange;
  onChange: (next: ChosenRange) => void;
  /**
   * For forms with one apply button: receives the range, undefined while it is invalid; this component then has no button.
   */
  onDraft?: ((apply: (() => void) | undefined) => void) | undefined;
}

/** Presets, and two moments of one's own. */
export function TimeRangeFields({ chosen, onChange, onDraft }: TimeRangeFieldsProps) {
  const { t } = useTranslation("moment-field");
  const [draft, setDraft] = useState(chosen);
  const { start, end } = draft;
  const backwards = start > 0 && end > 0 && end < start;
  const change = (next: ChosenRange): void => {
    setDraft(next);
    onDraft?.(isRange(next) ? () => onChange(next) : undefined);
  };
  const choose = (range: string): void => {
    const next = { range, start: 0, end: 0 };
    if (onDraft) change(next);
    else onChange(next);
  };
  return (
    <Stack sx={{ gap: 1.5, minWidth: { sm: 260 } }}>
      <MenuList sx={{ p: 0, mx: -1 }}>
        {[...timeRangePresets, anyTime].map((preset) => (
          <MenuItem key={preset} selected={preset === draft.range} onClick={() => choose(preset)}>
            <Box sx={{ flex: 1 }}>{t(`range.${preset}` as "range.7d")}</Box>
            {preset === draft.range && <CheckIcon />}
          </MenuItem>
        ))}
      </MenuList>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {t("range.custom")}
      </Typography>
      <MomentField
        label={t("range.from")}
        value={start}
        onChange={(seconds) => change({ range: customRange, start: seconds, end })}
      />
      <MomentField
        label={t("range.to")}
        value={end}
        onChange={(seconds) => change({ range: customRange, start, end: seconds })}
        invalid={backwards}
        problem={backwards && t("range.backwards")}
      />
      {!onDraft && (
        <Button
          variant="contained"
          size="small"
          disabled={draft.range !== customRange || !isRange(draft)}
          onClick={() => onChange(draft)}
        >
          {t("range.apply")}
        </Button>
      )}
    </Stack>
  );
}

/** A preset, or two moments in order of which one may be open. */
function isRange({ range, start, end }: ChosenRange): boolean {
  if (range !== customRange) return true;
  if (Number.isNaN(start) || Number.isNaN(end) || start + end === 0) return false;
  return start === 0 || end === 0 || start <= end;
}
