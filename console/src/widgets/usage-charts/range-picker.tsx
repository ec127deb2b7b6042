import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { daysBetween, rangeDaysMost } from "@tollgate/contract/figure-range";
import type { TFunction } from "i18next";
import { type SyntheticEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MomentField } from "../moment-field/moment-field";
import { momentText, readMoment } from "../moment-field/moment-text";
import { lastWeek, type RangeChoice } from "./range-choice";
import { dayIn, readerZone } from "./reader-zone";

interface RangePickerProps {
  value: RangeChoice;
  onChange: (next: RangeChoice) => void;
}

const presets = ["24h", "7d", "30d", "90d"] as const;

/** `7 days`, `2026-11-01 – 2026-11-15`. */
export function rangeInWords(t: TFunction<"usage-charts">, value: RangeChoice): string {
  if (value.range === "custom") return daysOf(value);
  return t(`range.${presets.find((name) => name === value.range) ?? lastWeek.range}`);
}

const daysOf = ({ first_day, last_day }: RangeChoice): string =>
  [...new Set([first_day, last_day])].join(" – ");

/** The range of a page of figures: presets beside each other, and two days of one's own. */
export function RangePicker({ value, onChange }: RangePickerProps) {
  const { t } = useTranslation("usage-charts");
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const custom = value.range === "custom";
  const choose = (_: SyntheticEvent, next: string | null): void => {
    // Pressing the selected button gives null; the custom range then opens again.
    if (next === "custom" || (next === null && custom)) setOpen(true);
    else if (next !== null) onChange({ range: next, first_day: "", last_day: "" });
  };
  return (
    <>
      <ToggleButtonGroup
        ref={anchor}
        exclusive
        size="small"
        value={value.range}
        aria-label={t("range.label")}
        onChange={choose}
        sx={{
          "& .MuiToggleButton-root": {
            py: 0,
            height: 40,
            px: { xs: 1.25, sm: 1.5 },
            fontSize: 13,
            whiteSpace: "nowrap",
          },
        }}
      >
        {presets.map((preset) => (
          <ToggleButton key={preset} value={preset}>
            {t(`range.${preset}`)}
          </ToggleButton>
        ))}
        <ToggleButton value="custom" aria-haspopup="dialog">
          {t("range.custom")}
        </ToggleButton>
      </ToggleButtonGroup>
      {custom && (
        <Button size="small" onClick={() => setOpen(true)} sx={{ height: 40 }}>
          {daysOf(value)}
        </Button>
      )}
      <Popover
        open={open}
        anchorEl={anchor.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { sx: { mt: 0.5 }, "aria-label": t("range.own") } }}
      >
        <DaysForm
          value={value}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
    </>
  );
}

/** Seconds of a day's field: a day is written and read in the browser's zone, so that it stays the same day. */
const secondsOf = (day: string): number => (day === "" ? 0 : readMoment(day, "day"));

function DaysForm({ value, onApply }: { value: RangeChoice; onApply: (next: RangeChoice) => void }) {
  const { t } = useTranslation("usage-charts");
  const [first, setFirst] = useState(secondsOf(value.first_day));
  const [last, setLast] = useState(secondsOf(value.last_day));
  const days = [first, last].map((seconds) => (seconds > 0 ? momentText(seconds, "day") : "")) as [
    string,
    string,
  ];
  const complete = days[0] !== "" && days[1] !== "";
  const problem = !complete
    ? undefined
    : days[1] < days[0]
      ? t("range.backwards")
      : days[0] > dayIn(readerZone(), new Date())
        ? t("range.in_future")
        : days[0] < "2000-01-01"
          ? t("range.too_early")
          : daysBetween(days[0], days[1]) > rangeDaysMost
            ? t("range.too_long", { count: rangeDaysMost })
            : undefined;
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && problem === undefined)
          onApply({ range: "custom", first_day: days[0], last_day: days[1] });
      }}
      sx={{ gap: 2, p: 2, width: 280 }}
    >
      <MomentField precision="day" label={t("range.first")} value={first} onChange={setFirst} />
      <MomentField
        precision="day"
        label={t("range.last")}
        value={last}
        onChange={setLast}
        invalid={problem !== undefined}
        problem={problem}
      />
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {t("range.zone", { zone: readerZone().replaceAll("_", " ") })}
      </Typography>
      <Button type="submit" variant="contained" disabled={!complete || problem !== undefined}>
        {t("range.apply")}
      </Button>
    </Stack>
  );
}
