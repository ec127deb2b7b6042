import SellOutlinedIcon from "@mui/icons-material/SellOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { toCreate } from "../../lib/arrive-to-create";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { useHasAccess } from "../../lib/session/session";
import { type PriceUnit, UnitChoice } from "../../widgets/price-cells/unit-choice";
import { GroupChoice } from "./group-choice";
import { OfferCard } from "./offer-card";
import { offerColumns } from "./offer-columns";
import { OfferDetail } from "./offer-detail";
import { offerFilterDefaults, useOfferFilters } from "./offer-filters";
import { findOffers, type OfferedModel } from "./offered-models";
import { offeredGroupsQuery, offeredModelsQuery } from "./price-list-queries";

const defaults = { ...offerFilterDefaults, group: "", unit: "1M" };

interface OfferListProps {
  title: string;
  lead: string;
  /** Group whose prices are shown first; the first group where it is left out. */
  ownGroup?: string;
}

/** What every model costs a group, per million or thousand tokens, and what it can do. */
export function OfferList({ title, lead, ownGroup = "" }: OfferListProps) {
  const { t } = useTranslation("price-list");
  const isAdmin = useHasAccess("admin");
  const state = useListState({ filters: defaults, defaultSize: 50 });
  const models = useQuery(offeredModelsQuery);
  const groups = useQuery(offeredGroupsQuery);
  const [opened, setOpened] = useState<OfferedModel>();
  const { keyword, order, page, size, filters } = state;
  const { provider, modality, capability, available } = filters;
  const unit: PriceUnit = filters.unit === "1K" ? "1K" : "1M";

  const choices = Object.values(groups.data ?? {}).sort((a, b) => a.id - b.id);
  const chosen = (symbol: string) => choices.find((group) => group.symbol === symbol);
  const group = chosen(filters.group) ?? chosen(ownGroup) ?? choices[0];
  const ratio = group?.ratio ?? 1;
  const wanted = { keyword, provider, modality, capability, available, group: group?.symbol ?? "" };
  const found = models.data && findOffers(models.data, wanted, { order, page, size });
  const columns = useMemo(() => offerColumns(t, { ratio, unit, onOpen: setOpened }), [t, ratio, unit]);
  const toolbarFilters = useOfferFilters(state, models.data ?? {});
  const error = models.error ?? groups.error;

  return (
    <>
      <PageHeader
        title={title}
        description={lead}
        secondary={<UnitChoice value={unit} onChange={(next) => state.setFilter("unit", next)} />}
      />
      <GroupChoice groups={choices} chosen={group} onChoose={(symbol) => state.setFilter("group", symbol)} />
      <DataTable<OfferedModel>
        label={title}
        storageName="price-list"
        columns={columns}
        rows={found?.rows}
        rowId={({ model }) => model}
        rowLabel={({ model }) => model}
        list={state}
        total={found?.total}
        fetching={models.isFetching || groups.isFetching}
        error={error ? describeError(error) : undefined}
        onRetry={() => {
          void models.refetch();
          void groups.refetch();
        }}
        toolbar={
          <ListToolbar
            search={{ value: keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={toolbarFilters}
          />
        }
        card={(offer) => <OfferCard offer={offer} ratio={ratio} unit={unit} onOpen={setOpened} />}
        empty={
          <ListEmpty
            narrowed={
              state.keyword !== "" ||
              [provider, modality, capability, available].some((value) => value !== "")
            }
            onClear={state.clear}
            icon={<SellOutlinedIcon />}
            title={t("empty.title")}
            description={t(isAdmin ? "empty.own_body" : "empty.body")}
            action={
              isAdmin && (
                <Button component={RouterLink} to="/panel/channel" state={toCreate} variant="contained">
                  {t("empty.add")}
                </Button>
              )
            }
          />
        }
      />
      {opened && (
        <OfferDetail
          offer={opened}
          groups={choices.filter(({ symbol }) => opened.groups.includes(symbol))}
          chosen={group}
          unit={unit}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
