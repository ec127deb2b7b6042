import { type TaskRow, type TaskState, taskStates } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { anyTime, momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";
import { usePersonFilters } from "../../widgets/task-filters/use-person-filters";
import { useStateFilter } from "../../widgets/task-filters/use-state-filter";
import { namedPlatforms, otherActions, useTaskNames } from "../../widgets/task-status/task-names";
import type { TaskQuery } from "./tasks-queries";

/** Default filters of the list. */
export const taskFilterDefaults = {
  /** `mine`: an administrator looks at their own tasks only. */
  whose: "",
  range: anyTime,
  start: 0,
  end: 0,
  status: "",
  platform: "",
  action: "",
  task_id: "",
  token_id: 0,
  channel_id: 0,
  username: "",
};
export type TaskListState = ListState<typeof taskFilterDefaults>;

const isState = (word: string): word is TaskState => (taskStates as readonly string[]).includes(word);

/** The filters as query parameters. `now` is what presets are counted back from. */
export function taskQueryOf({ query: all }: Pick<TaskListState, "query">, now: Date): TaskQuery {
  const { whose: _whose, keyword: _keyword, range, start, end, status, ...query } = all;
  const time = momentsOf({ range, start, end }, now);
  return {
    ...query,
    status: isState(status) ? status : "",
    start_timestamp: time.start,
    end_timestamp: time.end,
  };
}

/** The filters of the list's toolbar; those about others only where everyone's tasks are shown. `rows` name platforms and kinds that are new. */
export function useTaskFilters(
  state: TaskListState,
  everybody: boolean,
  rows: readonly TaskRow[] = [],
): ListFilter[] {
  const { t } = useTranslation(["tasks", "common"]);
  const names = useTaskNames();
  const { filters, setFilter, setFilters } = state;
  const range = useTimeRangeFilter(t("columns.submit_time"), filters, setFilters);
  const status = useStateFilter(filters.status, (value) => setFilter("status", value));
  const people = usePersonFilters(filters, setFilters, everybody);
  const select = (name: "platform" | "action", known: readonly string[], nameOf: (id: string) => string) =>
    ({
      kind: "select",
      name,
      label: t(`columns.${name}`),
      none: "",
      value: filters[name],
      options: [
        { value: "", label: t("common:all") },
        ...withSeen(known, [...rows.map((row) => row[name]), filters[name]]).map((value) => ({
          value,
          label: nameOf(value),
        })),
      ],
      onChange: (value: string | number) => setFilter(name, String(value)),
    }) satisfies ListFilter;
  return [
    range,
    status,
    select("platform", namedPlatforms, names.platform),
    select("action", otherActions, names.action),
    ...people,
    {
      kind: "text",
      name: "task_id",
      label: t("columns.task_id"),
      value: filters.task_id,
      onChange: (value) => setFilter("task_id", value.trim()),
    },
  ];
}

/** Known ids, and those in view that are not among them, in whatever capitals. */
function withSeen(known: readonly string[], seen: readonly string[]): string[] {
  const ids = [...known];
  for (const id of seen)
    if (id !== "" && !ids.some((one) => one.toLowerCase() === id.toLowerCase())) ids.push(id);
  return ids;
}
