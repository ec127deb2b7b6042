import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { momentText } from "./moment-text";
import { TimeRangeFields } from "./time-range-fields";
import { anyTime, type ChosenRange, customRange, isTimeRangePreset } from "./time-ranges";

/** The time filter of a list, whose range is kept in the list's own state. */
export function useTimeRangeFilter(
  label: string,
  { range, start, end }: ChosenRange,
  onChange: (next: ChosenRange) => void,
): ListFilter {
  const { t } = useTranslation("moment-field");
  const summary = (): string | undefined => {
    if (isTimeRangePreset(range)) return t(`range.${range}`);
    if (range !== customRange) return undefined;
    const [from, to] = [start, end].map((moment) => momentText(moment, "minute"));
    if (start > 0 && end > 0) return t("range.from_to", { from, to });
    return start > 0 ? t("range.since", { from }) : t("range.until", { to });
  };
  return {
    kind: "custom",
    name: "range",
    label,
    summary: summary(),
    onClear: () => onChange({ range: anyTime, start: 0, end: 0 }),
    content: (close, onDraft) => (
      <TimeRangeFields
        key={`${range} ${start} ${end}`}
        chosen={{ range, start, end }}
        onDraft={onDraft}
        onChange={(next) => {
          onChange(next);
          close();
        }}
      />
    ),
  };
}
