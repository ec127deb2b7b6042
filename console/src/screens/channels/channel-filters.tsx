import type { listChannels } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { moreSummary, MoreFilters } from "./more-filters";

/** Default filters of the channel list. */
export const channelFilterDefaults = {
  type: 0,
  status: 0,
  group: "",
  model: "",
  tag: "",
  filter_tag: "",
  test_model: "",
  other: "",
  key: "",
};

/** Values of the filter `filter_tag` that show one row for each tag. */
const groupedByTag = ["2", "3"];

/** The state of the list as the server takes it. */
export function channelQueryOf({
  query,
}: Pick<ChannelListState, "query">): Partial<EndpointQuery<typeof listChannels>> {
  const { filter_tag, ...rest } = query;
  const known = (["1", "2", "3"] as const).find((value) => value === filter_tag);
  return { ...rest, ...(known && { filter_tag: known }) };
}

export const showsGroups = ({ filters }: ChannelListState): boolean =>
  groupedByTag.includes(filters.filter_tag);
export type ChannelListState = ListState<typeof channelFilterDefaults>;

/** The filters of the list's toolbar. */
export function useChannelFilters(
  state: ChannelListState,
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
  groups: readonly string[],
): ListFilter[] {
  const { t } = useTranslation("channels");
  const { filters, setFilter, setFilters } = state;
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
    {
      kind: "select",
      name: "filter_tag",
      label: t("filters.grouping"),
      none: "",
      value: filters.filter_tag,
      options: [
        { value: "", label: t("filters.ungrouped") },
        { value: "3", label: t("filters.grouped") },
        { value: "2", label: t("filters.only_tags") },
        { value: "1", label: t("filters.untagged") },
      ],
      onChange: (value) => setFilter("filter_tag", String(value)),
    },
    {
      kind: "custom",
      name: "more",
      label: t("filters.more"),
      summary: moreSummary(filters),
      onClear: () => setFilters({ test_model: "", other: "", key: "" }),
      content: (close, onDraft) => (
        <MoreFilters
          values={{ test_model: filters.test_model, other: filters.other, key: filters.key }}
          onApply={(values) => {
            setFilters(values);
            close();
          }}
          onDraft={onDraft}
        />
      ),
    },
  ];
}
