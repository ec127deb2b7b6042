import { taskStates } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";

/** The filter of a task list by how far tasks are. */
export function useStateFilter(value: string, onChange: (value: string) => void): ListFilter {
  const { t } = useTranslation(["task-status", "common"]);
  return {
    kind: "select",
    name: "status",
    label: t("label.status"),
    none: "",
    value,
    options: [
      { value: "", label: t("common:all") },
      ...taskStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
    ],
    onChange: (next) => onChange(String(next)),
  };
}
