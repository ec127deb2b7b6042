import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { CellLine } from "../../design-system/cell-line/cell-line";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { formatTokenCount } from "../../lib/format-number";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import type { OfferedModel } from "./offered-models";
import { OfferPrice } from "./offer-price";
import { useModelNames } from "./use-model-names";

interface ColumnContext {
  ratio: number;
  unit: PriceUnit;
  onOpen: (offer: OfferedModel) => void;
}

/** Columns of the list of models. */
export function offerColumns(
  t: TFunction<"price-list">,
  { ratio, unit, onOpen }: ColumnContext,
): DataColumn<OfferedModel>[] {
  const price = (side: "input" | "output" | "cached") => ({
    id: side,
    header: t(`columns.${side}`),
    enableSorting: side !== "cached",
    meta: { content: 99, numeric: true, ...(side === "cached" && { leaves: 3 }) },
    cell: ({ row }: { row: { original: OfferedModel } }) => (
      <OfferPrice offer={row.original} side={side} ratio={ratio} unit={unit} />
    ),
  });
  return [
    {
      id: "model",
      header: t("columns.model"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 246, minWidth: 200 },
      cell: ({ row }) => <OfferName offer={row.original} onOpen={onOpen} />,
    },
    {
      id: "owned_by",
      header: t("provider"),
      enableSorting: true,
      meta: { content: 118, leaves: 4, minWidth: 120 },
      cell: ({ row }) => <OfferOwner offer={row.original} />,
    },
    price("input"),
    price("output"),
    price("cached"),
    {
      id: "context",
      header: t("columns.context"),
      enableSorting: true,
      meta: { numeric: true, leaves: 2 },
      cell: ({ row }) => contextText(row.original),
    },
    {
      id: "modality",
      header: t("modality"),
      meta: { content: 171, leaves: 1, minWidth: 180 },
      cell: ({ row }) => <Modalities offer={row.original} />,
    },
  ];
}

/** Tokens of the context; a dash where it is not known. */
export function contextText({ facts }: OfferedModel): string {
  return facts && facts.context_length > 0 ? formatTokenCount(facts.context_length) : "—";
}

// Not a styled component: the list has hundreds of cells.
const line = { display: "flex", alignItems: "center", minWidth: 0 } as const;

/** The model's name, which opens its details, and a button that copies it. */
export function OfferName({ offer, onOpen }: { offer: OfferedModel; onOpen: (offer: OfferedModel) => void }) {
  const name = offer.facts?.name ?? "";
  return (
    <div style={{ minWidth: 0 }}>
      <div style={line}>
        <RowLink label={offer.model} onOpen={() => onOpen(offer)} />
        <CopyButton text={offer.model} />
      </div>
      {name !== "" && name !== offer.model && (
        <CellLine variant="caption" quiet>
          {name}
        </CellLine>
      )}
    </div>
  );
}

export function OfferOwner({ offer }: { offer: OfferedModel }) {
  const { owned_by: label, owner } = offer;
  return (
    <div style={{ ...line, gap: 8 }}>
      <ProviderIcon descriptor={{ label, icon: { text: owner.text, color: owner.color } }} />
      <CellLine inline>{label}</CellLine>
    </div>
  );
}

/** `Text, image → text`. */
export function Modalities({ offer }: { offer: OfferedModel }) {
  const { t } = useTranslation("price-list");
  const names = useModelNames();
  const { input_modalities: input = [], output_modalities: output = [] } = offer.facts ?? {};
  if (input.length + output.length === 0) return "—";
  return (
    <CellLine inline>{t("modalities", { input: names.kinds(input), output: names.kinds(output) })}</CellLine>
  );
}
