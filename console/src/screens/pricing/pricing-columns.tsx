import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { extraRatioClasses, toolPriceClasses, unitPriceClasses } from "@tollgate/contract/cost";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { isWildcard } from "@tollgate/contract/model-pattern";
import type { Price } from "@tollgate/contract/pricing";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { formatRatio, formatUnitPrice } from "../../lib/format-number";
import { PriceCell, UnitPriceCell } from "../../widgets/price-cells/price-cell";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { unitPriceOf } from "../../widgets/price-cells/unit-price";
import { ruleText } from "../../widgets/price-explanation/rule-text";
import { ProviderChip } from "../../widgets/provider-chip/provider-chip";
import { extrasOf } from "./extras";

/** Fields of any price. */
export function termColumns<P extends Price>(
  t: TFunction<"pricing">,
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
  unit: PriceUnit,
): DataColumn<P>[] {
  return [
    {
      id: "type",
      header: t("columns.type"),
      enableSorting: true,
      meta: { leaves: 3 },
      cell: ({ row }) => <BilledBy price={row.original} />,
    },
    {
      id: "channel_type",
      header: t("columns.channel_type"),
      enableSorting: true,
      meta: { content: 116, leaves: 4, minWidth: 110 },
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
      meta: { content: 111, numeric: true },
      cell: ({ row }) => <InputPrice price={row.original} unit={unit} />,
    },
    {
      id: "output",
      header: t("columns.output"),
      enableSorting: true,
      meta: { content: 102, numeric: true },
      cell: ({ row }) => <OutputPrice price={row.original} unit={unit} />,
    },
    {
      id: "extra_ratios",
      header: t("columns.extra_ratios"),
      enableSorting: true,
      meta: { content: 109, leaves: 2 },
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

/** Tokens, calls, or the unit that is charged instead of tokens. */
function BilledBy({ price }: { price: Price }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const byUnit = price.type === "tokens" ? unitPriceOf(price) : undefined;
  if (!byUnit) return t(`type.${price.type}`);
  return t(`price-explanation:class.${unitPriceClasses[byUnit.unit].tokenClass}`);
}

interface SideProps {
  price: Price;
  unit: PriceUnit;
  align?: "left" | "right";
}

/** Price of input, of a call, or of the unit that is charged instead. */
export function InputPrice({ price, unit, align = "right" }: SideProps) {
  const byUnit = unitPriceOf(price);
  if (byUnit) return <UnitPriceCell {...byUnit} align={align} />;
  return <PriceCell type={price.type} multiplier={price.input} unit={unit} align={align} />;
}

/** Price of output; a dash where none is charged apart. */
export function OutputPrice({ price, unit, align = "right" }: SideProps) {
  if (price.type === "times" || unitPriceOf(price)) return "—";
  return <PriceCell type="tokens" multiplier={price.output} unit={unit} align={align} />;
}

/** Name that opens the editor; a lock and a wildcard explain themselves on hover. */
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

/** How many ratios, tool prices, unit prices and rules a price sets, each one named on hover; nothing where all are the standard ones. */
export function PriceExtras({ price }: { price: Price }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { t: explain } = useTranslation("price-explanation");
  const { ratios, tools, units } = extrasOf(price.extra_ratios);
  const { rules, type } = price;
  const lines = [
    ...ratios.map(
      ({ key, value }) =>
        `${t(`price-explanation:class.${extraRatioClasses[key].tokenClass}`)} ${formatRatio(value)}`,
    ),
    ...tools.map(({ key, value }) =>
      t("tool_line", {
        name: t(`price-explanation:class.${toolPriceClasses[key].tokenClass}`),
        price: formatUnitPrice(value),
      }),
    ),
    ...units.map(({ key, value }) => explain(`rule.${key}`, { price: formatUnitPrice(value) })),
    ...rules.map((rule) => ruleText(explain, rule, type)),
  ];
  if (lines.length === 0) return null;
  const counts = [
    ratios.length > 0 && t("extra_count", { count: ratios.length }),
    tools.length > 0 && t("tool_count", { count: tools.length }),
    units.length > 0 && t("unit_count", { count: units.length }),
    rules.length > 0 && t("rule_count", { count: rules.length }),
  ].filter(Boolean);
  return (
    <Tooltip title={<Box sx={{ whiteSpace: "pre-line" }}>{lines.join("\n")}</Box>}>
      <Box component="span" tabIndex={0} sx={{ whiteSpace: "nowrap" }}>
        {counts.join(" · ")}
      </Box>
    </Tooltip>
  );
}
