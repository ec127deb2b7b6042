import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";

/** Filters of the channel list at rest. */
export const channelFilterDefaults = { type: 0, status: 0, group: "", model: "", tag: "" };
export type ChannelListState = ListState<typeof channelFilterDefaults>;

/** The filters of the list's bar. */
export function useChannelFilters(
  state: ChannelListState,
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
  groups: readonly string[],
): ListFilter[] {
  const { t } = useTranslation("channels");
  const { filters, setFilter } = state;
  const all = (value: string | number) => ({ value, label: t("filters.all") });
  return [
    {
      kind: "select",
      name: "type",
      label: t("filters.type"),
      none: 0,
      value: filters.type,
      options: [all(0), ...[...descriptors.values()].map(({ type, label }) => ({ value: type, label }))],
      onChange: (value) => setFilter("type", Number(value)),
    },
    {
      kind: "select",
      name: "status",
      label: t("filters.status"),
      none: 0,
      value: filters.status,
      options: [
        all(0),
        { value: 1, label: t("status.1") },
        { value: 2, label: t("status.2") },
        { value: 3, label: t("status.3") },
      ],
      onChange: (value) => setFilter("status", Number(value)),
    },
    {
      kind: "select",
      name: "group",
      label: t("filters.group"),
      none: "",
      value: filters.group,
      options: [all(""), ...groups.map((group) => ({ value: group, label: group }))],
      onChange: (value) => setFilter("group", String(value)),
    },
    {
      kind: "text",
      name: "model",
      label: t("filters.model"),
      value: filters.model,
      onChange: (value) => setFilter("model", value),
    },
    {
      kind: "text",
      name: "tag",
      label: t("filters.tag"),
      value: filters.tag,
      onChange: (value) => setFilter("tag", value),
    },
  ];
}
