import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { defaultGroup, type UsedGroup } from "@tollgate/contract/groups";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { formatDollars, formatNumber, formatRatio } from "../../lib/format-number";

/** Actions of the list's cells, implemented by the page. */
export interface GroupCellActions {
  edit: (group: UsedGroup) => void;
  toggle: (group: UsedGroup, enabled: boolean) => void;
}

/** Columns of the group list. */
export function groupColumns(
  t: TFunction<"user-groups">,
  actions: GroupCellActions,
): DataColumn<UsedGroup>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 100, minWidth: 120 },
      cell: ({ row }) => <RowLink label={row.original.name} onOpen={() => actions.edit(row.original)} />,
    },
    {
      id: "symbol",
      header: t("columns.symbol"),
      enableSorting: true,
      meta: { content: 80, leaves: 4, minWidth: 80 },
      cell: ({ row }) => <MonoText copy>{row.original.symbol}</MonoText>,
    },
    {
      id: "ratio",
      header: t("columns.ratio"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => formatRatio(row.original.ratio),
    },
    {
      id: "api_rate",
      header: t("columns.api_rate"),
      enableSorting: true,
      meta: { leaves: 7, numeric: true },
      cell: ({ row }) => formatNumber(row.original.api_rate),
    },
    {
      id: "tokens_per_minute",
      header: t("columns.tokens_per_minute"),
      meta: { leaves: 1, numeric: true, hiddenAtFirst: true },
      cell: ({ row }) => <Limit value={row.original.tokens_per_minute} />,
    },
    {
      id: "concurrency",
      header: t("columns.concurrency"),
      meta: { leaves: 2, numeric: true, hiddenAtFirst: true },
      cell: ({ row }) => <Limit value={row.original.concurrency} />,
    },
    {
      id: "public",
      header: t("columns.public"),
      meta: { leaves: 6 },
      cell: ({ row }) => (
        <Tooltip title={t(row.original.public ? "public_hint" : "private_hint")}>
          <Box component="span">{t(row.original.public ? "public" : "private")}</Box>
        </Tooltip>
      ),
    },
    {
      id: "promotion",
      header: t("columns.promotion"),
      meta: { leaves: 3 },
      cell: ({ row }) => <Upgrade group={row.original} />,
    },
    {
      id: "use",
      header: t("columns.use"),
      meta: { content: 113, leaves: 5 },
      cell: ({ row }) => <GroupUse group={row.original} />,
    },
    {
      id: "enable",
      header: t("columns.enable"),
      enableSorting: true,
      meta: { content: 114 },
      cell: ({ row }) => <GroupStatus group={row.original} actions={actions} />,
    },
  ];
}

function Limit({ value }: { value: number }) {
  const { t } = useTranslation("user-groups");
  return value === 0 ? t("no_limit") : formatNumber(value);
}

/** From which top-ups on users come here automatically. */
function Upgrade({ group }: { group: UsedGroup }) {
  const { t } = useTranslation("user-groups");
  if (!group.promotion) return "—";
  const [min, max] = [formatDollars(group.min), formatDollars(group.max)];
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
      {group.max === 0 ? t("upgrade_from", { min }) : t("upgrade_range", { min, max })}
    </Box>
  );
}

/** How many users, tokens and channels name the group. */
export function GroupUse({ group }: { group: UsedGroup }) {
  const { t } = useTranslation("user-groups");
  const parts = [
    group.users > 0 && t("use.users", { count: group.users }),
    group.tokens > 0 && t("use.tokens", { count: group.tokens }),
    group.channels > 0 && t("use.channels", { count: group.channels }),
  ].filter(Boolean);
  return (
    <Typography variant="body2" component="span" noWrap sx={{ color: "text.secondary" }}>
      {parts.length > 0 ? parts.join(" · ") : t("use.none")}
    </Typography>
  );
}

/** Switch and word; the default group is always on. */
export function GroupStatus({ group, actions }: { group: UsedGroup; actions: GroupCellActions }) {
  const { t } = useTranslation("user-groups");
  const fixed = group.symbol === defaultGroup && group.enable;
  const control = (
    <Switch
      checked={group.enable}
      disabled={fixed}
      onChange={(event) => actions.toggle(group, event.target.checked)}
      slotProps={{ input: { "aria-label": t("toggle", { name: group.name }) } }}
    />
  );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      {fixed ? (
        <Tooltip title={t("default_hint")}>
          <span>{control}</span>
        </Tooltip>
      ) : (
        control
      )}
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(group.enable ? "enabled" : "disabled")}
      </Typography>
    </Stack>
  );
}
