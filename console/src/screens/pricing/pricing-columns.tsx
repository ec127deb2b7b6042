import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { extraRatioClasses, toolPriceClasses } from "@tollgate/contract/cost";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { Price } from "@tollgate/contract/pricing";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { formatRatio, formatUnitPrice } from "../../lib/format-number";
import { PriceCell } from "../../widgets/price-cells/price-cell";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { extrasOf } from "./extras";

/** What a row of the price list shows. */
export function priceColumns(
  t: TFunction<"pricing">,
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
  onEdit: (price: Price) => void,
): DataColumn<Price>[] {
  return [
    {
      id: "model",
      header: t("columns.model"),
      enableSorting: true,
      enableHiding: false,
      meta: { minWidth: 230 },
      cell: ({ row }) => <PricedModel price={row.original} onEdit={onEdit} />,
    },
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { leaves: 3 },
      cell: ({ row }) => t(`type.${row.original.type}`),
    },
    {
      id: "channel_type",
      header: t("columns.channel_type"),
      enableSorting: true,
      meta: { leaves: 4, minWidth: 110 },
      cell: ({ row: { original: price } }) =>
        price.channel_type === 0 ? (
          <Box component="span" sx={{ color: "text.secondary" }}>
            {t("no_provider")}
          </Box>
        ) : (
          <ProviderChip type={price.channel_type} descriptor={descriptors.get(price.channel_type)} />
        ),
    },
    {
      id: "input",
      header: t("columns.input"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <PriceCell type={row.original.type} multiplier={row.original.input} />,
    },
    {
      id: "output",
      header: t("columns.output"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row: { original: price } }) =>
        price.type === "tokens" ? <PriceCell type="tokens" multiplier={price.output} /> : "—",
    },
    {
      id: "extra_ratios",
      header: t("columns.extra_ratios"),
      enableSorting: true,
      meta: { leaves: 2 },
      cell: ({ row }) => <PriceExtras price={row.original} />,
    },
    {
      id: "locked",
      header: t("columns.locked"),
      enableSorting: true,
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) => t(row.original.locked ? "filters.locked_yes" : "filters.locked_no"),
    },
  ];
}

/** Name that opens the editor; a lock and a wildcard say what they do. */
export function PricedModel({ price, onEdit }: { price: Price; onEdit: (price: Price) => void }) {
  const { t } = useTranslation("pricing");
  const prefix = price.model.slice(0, -1);
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <RowLink label={price.model} onOpen={() => onEdit(price)} />
      {price.locked && (
        <Tooltip title={t("locked_hint")}>
          <LockOutlinedIcon
            role="img"
            aria-label={t("filters.locked_yes")}
            sx={{ fontSize: 15, color: "text.secondary" }}
          />
        </Tooltip>
      )}
      {isWildcard(price.model) && (
        <Tooltip title={t("wildcard_hint", { prefix })}>
          <Chip size="small" variant="outlined" label={t("wildcard")} />
        </Tooltip>
      )}
    </Stack>
  );
}

/** How many ratios and tool prices a price sets, each one named on hover; nothing where all are the standard ones. */
export function PriceExtras({ price }: { price: Price }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { ratios, tools } = extrasOf(price.extra_ratios);
  if (ratios.length + tools.length === 0) return null;
  const lines = [
    ...ratios.map(
      ({ key, ratio }) =>
        `${t(`price-explanation:class.${extraRatioClasses[key].tokenClass}`)} ${formatRatio(ratio)}`,
    ),
    ...tools.map(({ key, dollars }) =>
      t("tool_line", {
        name: t(`price-explanation:class.${toolPriceClasses[key].tokenClass}`),
        price: formatUnitPrice(dollars),
      }),
    ),
  ];
  const counts = [
    ratios.length > 0 && t("extra_count", { count: ratios.length }),
    tools.length > 0 && t("tool_count", { count: tools.length }),
  ].filter(Boolean);
  return (
    <Tooltip title={<Box sx={{ whiteSpace: "pre-line" }}>{lines.join("\n")}</Box>}>
      <Box component="span" tabIndex={0} sx={{ whiteSpace: "nowrap" }}>
        {counts.join(" · ")}
      </Box>
    </Tooltip>
  );
}
