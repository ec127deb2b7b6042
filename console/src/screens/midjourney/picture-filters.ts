import { type TaskState, taskStates } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { anyTime, momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";
import { usePersonFilters } from "../../widgets/task-filters/use-person-filters";
import { useStateFilter } from "../../widgets/task-filters/use-state-filter";
import { midjourneyActions, useTaskNames } from "../../widgets/task-status/task-names";
import type { PictureQuery } from "./midjourney-queries";

/** Default filters of the list, and how it is drawn: neither narrows the tasks. */
export const pictureFilterDefaults = {
  /** `mine`: an administrator looks at their own tasks only. */
  whose: "",
  /** `grid`: pictures instead of rows. */
  view: "",
  range: anyTime,
  start: 0,
  end: 0,
  status: "",
  action: "",
  mj_id: "",
  token_id: 0,
  channel_id: 0,
  username: "",
};
export type PictureListState = ListState<typeof pictureFilterDefaults>;

const isState = (word: string): word is TaskState => (taskStates as readonly string[]).includes(word);

/** The filters as query parameters. `now` is what presets are counted back from. */
export function pictureQueryOf({ query: all }: Pick<PictureListState, "query">, now: Date): PictureQuery {
  const { whose: _whose, view: _view, keyword: _keyword, range, start, end, status, ...query } = all;
  const time = momentsOf({ range, start, end }, now);
  return {
    ...query,
    status: isState(status) ? status : "",
    start_timestamp: time.start * 1000,
    end_timestamp: time.end * 1000,
  };
}

/** True if a filter leaves tasks out. */
export const isNarrowed = ({ filters }: PictureListState): boolean =>
  Object.entries(pictureFilterDefaults).some(
    ([name, value]) => name !== "view" && name !== "whose" && filters[name as keyof typeof filters] !== value,
  );

/** The filters of the list's toolbar; those about others only where everyone's tasks are shown. */
export function usePictureFilters(state: PictureListState, everybody: boolean): ListFilter[] {
  const { t } = useTranslation(["midjourney", "common"]);
  const names = useTaskNames();
  const { filters, setFilter, setFilters } = state;
  const range = useTimeRangeFilter(t("columns.submit_time"), filters, setFilters);
  const status = useStateFilter(filters.status, (value) => setFilter("status", value));
  const people = usePersonFilters(filters, setFilters, everybody);
  return [
    range,
    status,
    {
      kind: "select",
      name: "action",
      label: t("columns.action"),
      none: "",
      value: filters.action,
      options: [
        { value: "", label: t("common:all") },
        ...midjourneyActions.map((value) => ({ value, label: names.action(value) })),
      ],
      onChange: (value) => setFilter("action", String(value)),
    },
    ...people,
    {
      kind: "text",
      name: "mj_id",
      label: t("columns.mj_id"),
      value: filters.mj_id,
      onChange: (value) => setFilter("mj_id", value.trim()),
    },
  ];
}
