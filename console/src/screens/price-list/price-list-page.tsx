import SellOutlinedIcon from "@mui/icons-material/SellOutlined";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { GroupChoice } from "./group-choice";
import { OfferCard, offerColumns } from "./offer-columns";
import { type PriceUnit, UnitChoice } from "../../widgets/price-cells/unit-choice";
import { filterOffers, type OfferedModel, ownersOf, sortOffers } from "./offered-models";
import { offeredGroupsQuery, offeredModelsQuery } from "./price-list-queries";

const defaults = { provider: "", group: "", unit: "1M" };

/** What every model costs, for everybody: by group, per million or thousand tokens. */
export function PriceListPage() {
  const { t } = useTranslation("price-list");
  const state = useListState({ filters: defaults, defaultSize: 50 });
  const models = useQuery(offeredModelsQuery);
  const groups = useQuery(offeredGroupsQuery);
  const { keyword, order, page, size, filters } = state;
  const unit: PriceUnit = filters.unit === "1K" ? "1K" : "1M";

  const choices = Object.values(groups.data ?? {}).sort((a, b) => a.id - b.id);
  const group = choices.find(({ symbol }) => symbol === filters.group) ?? choices[0];
  const ratio = group?.ratio ?? 1;
  const found = useMemo(() => {
    if (!models.data) return undefined;
    const wanted = { keyword, provider: filters.provider, group: group?.symbol ?? "" };
    return sortOffers(filterOffers(models.data, wanted), order);
  }, [models.data, keyword, filters.provider, group?.symbol, order]);
  const columns = useMemo(() => offerColumns(t, ratio, unit), [t, ratio, unit]);
  const provider: ListFilter = {
    kind: "select",
    name: "provider",
    label: t("provider"),
    none: "",
    value: filters.provider,
    options: [{ value: "", label: t("everyProvider") }, ...ownersOf(models.data ?? {})],
    onChange: (value) => state.setFilter("provider", String(value)),
  };
  const error = models.error ?? groups.error;

  return (
    <Box sx={{ width: "100%", maxWidth: 1160, mx: "auto", px: { xs: 2, sm: 3 }, py: { xs: 3, sm: 5 } }}>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        secondary={<UnitChoice value={unit} onChange={(next) => state.setFilter("unit", next)} />}
      />
      <GroupChoice groups={choices} chosen={group} onChoose={(symbol) => state.setFilter("group", symbol)} />
      <DataTable<OfferedModel>
        label={t("title")}
        columns={columns}
        rows={found?.slice((page - 1) * size, page * size)}
        rowId={({ model }) => model}
        rowLabel={({ model }) => model}
        list={state}
        total={found?.length}
        fetching={models.isFetching || groups.isFetching}
        error={error ? describeError(error) : undefined}
        onRetry={() => {
          void models.refetch();
          void groups.refetch();
        }}
        toolbar={
          <ListToolbar
            search={{ value: keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={[provider]}
          />
        }
        card={(offer) => <OfferCard offer={offer} ratio={ratio} unit={unit} />}
        empty={
          <ListEmpty
            narrowed={keyword !== "" || filters.provider !== ""}
            onClear={state.clear}
            icon={<SellOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
          />
        }
      />
    </Box>
  );
}
