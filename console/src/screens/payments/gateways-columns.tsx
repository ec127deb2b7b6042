import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import type { Gateway, GatewayKind } from "@tollgate/contract/payments";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { InlineNumber } from "../../design-system/inline-number/inline-number";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatDollars, formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { GatewayIcon } from "../../widgets/gateway-icon/gateway-icon";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import type { Kinds } from "./gateway-values";

/** Actions of the list's cells, implemented by the page. */
export interface GatewayCellActions {
  edit: (gateway: Gateway) => void;
  toggle: (gateway: Gateway, enable: boolean) => void;
  setSort: (gateway: Gateway, sort: number) => void;
}

/** Columns of the gateway list. */
export function gatewayColumns(
  t: TFunction<"payments">,
  kinds: Kinds,
  actions: GatewayCellActions,
): DataColumn<Gateway>[] {
  return [
    {
      id: "id",
      header: t("columns.id"),
      enableSorting: true,
      meta: { numeric: true, leaves: 2, hiddenAtFirst: true },
      accessorFn: ({ id }) => id,
    },
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 161, minWidth: 120 },
      cell: ({ row: { original: gateway } }) => <GatewayName gateway={gateway} actions={actions} />,
    },
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { content: 79, leaves: 7 },
      cell: ({ row }) => <GatewayType kind={kinds.get(row.original.type)} type={row.original.type} />,
    },
    {
      id: "uuid",
      header: t("columns.uuid"),
      enableSorting: true,
      meta: { leaves: 1, minWidth: 100, hiddenAtFirst: true },
      cell: ({ row }) => <MonoText copy>{row.original.uuid}</MonoText>,
    },
    {
      id: "currency",
      header: t("columns.currency"),
      meta: { leaves: 5 },
      cell: ({ row }) => row.original.currency,
    },
    {
      id: "fixed_fee",
      header: t("columns.fixed_fee"),
      meta: { leaves: 3, numeric: true },
      cell: ({ row }) => (
        <Fee text={formatDollars(row.original.fixed_fee)} none={row.original.fixed_fee === 0} />
      ),
    },
    {
      id: "percent_fee",
      header: t("columns.percent_fee"),
      meta: { leaves: 4, numeric: true },
      cell: ({ row }) => <Fee text={percentText(row.original)} none={row.original.percent_fee === 0} />,
    },
    {
      id: "sort",
      header: t("columns.sort"),
      enableSorting: true,
      meta: { leaves: 6, numeric: true },
      cell: ({ row: { original: gateway } }) => (
        <InlineNumber
          value={gateway.sort}
          min={0}
          max={1_000_000}
          label={t("sort_of", { name: gateway.name })}
          onSave={(sort) => actions.setSort(gateway, sort)}
        />
      ),
    },
    {
      id: "created_at",
      header: t("columns.created_at"),
      enableSorting: true,
      meta: { content: 115, leaves: 2 },
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    {
      id: "enable",
      header: t("columns.enable"),
      enableSorting: true,
      meta: { content: 113 },
      cell: ({ row }) => <GatewaySwitch gateway={row.original} actions={actions} />,
    },
  ];
}

/** `5%` with the decimals that it has. */
export const percentText = ({ percent_fee }: Gateway): string => `${formatNumber(percent_fee * 100, 4)}%`;

function Fee({ text, none }: { text: string; none: boolean }) {
  return none ? <>—</> : <>{text}</>;
}

export function GatewayName({ gateway, actions }: { gateway: Gateway; actions: GatewayCellActions }) {
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <GatewayIcon icon={gateway.icon} />
      <RowLink label={gateway.name} onOpen={() => actions.edit(gateway)} />
    </Stack>
  );
}

/** A kind by mark and name; the stored word where no kind has it. */
export function GatewayType({ kind, type }: { kind: GatewayKind | undefined; type: string }) {
  const { localize } = useLanguage();
  return (
    <Stack
      direction="row"
      component="span"
      sx={{ display: "inline-flex", alignItems: "center", gap: 1, maxWidth: "100%" }}
    >
      {kind && <ProviderIcon descriptor={{ label: kind.type, icon: kind.icon }} />}
      <Typography component="span" variant="body2" noWrap>
        {kind ? localize(kind.label) : type}
      </Typography>
    </Stack>
  );
}

/** Switch and word: whether customers are offered the gateway. */
export function GatewaySwitch({ gateway, actions }: { gateway: Gateway; actions: GatewayCellActions }) {
  const { t } = useTranslation("payments");
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      <Switch
        checked={gateway.enable}
        onChange={(event) => actions.toggle(gateway, event.target.checked)}
        slotProps={{ input: { "aria-label": t("toggle", { name: gateway.name }) } }}
      />
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(gateway.enable ? "enabled" : "disabled")}
      </Typography>
    </Stack>
  );
}
