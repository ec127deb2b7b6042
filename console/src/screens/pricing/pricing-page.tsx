import AddIcon from "@mui/icons-material/Add";
import CalculateOutlinedIcon from "@mui/icons-material/CalculateOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { type PriceUnit, UnitChoice } from "../../widgets/price-cells/unit-choice";
import { providerTypesQuery, useProviderTypes } from "../../widgets/provider-chip/provider-types";
import { pricesQuery } from "../../widgets/unpriced-models/price-queries";
import { CheckUpdatesButton } from "./check-updates";
import { PriceEditor } from "./price-editor";
import { type PriceEditorStart, startOfNewPrice } from "./price-values";
import { priceListDefaults } from "./price-filters";
import { PriceSimulator } from "./price-simulator";
import { PriceTable } from "./price-table";
import { UnpricedBanner } from "./unpriced-banner";

const views = ["models", "groups"] as const;

/** Fetches what the page asks for first. */
export function prefetchPricing(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, pricesQuery),
    prefetchQuietly(client, modelNamesQuery),
    prefetchQuietly(client, providerTypesQuery),
  ]);
}

/** What every model costs: list by model or by equal prices, editor, simulator, and the models that have no price yet. */
export function PricingPage() {
  const { t } = useTranslation("pricing");
  const state = useListState({ filters: priceListDefaults, defaultSize: 20 });
  const prices = useQuery(pricesQuery);
  const names = useQuery(modelNamesQuery);
  const descriptors = useProviderTypes();
  const [editor, setEditor] = useState<PriceEditorStart>();
  const [simulating, setSimulating] = useState(false);
  const unit: PriceUnit = state.filters.unit === "1K" ? "1K" : "1M";
  const grouped = state.filters.view === "groups";
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditor(startOfNewPrice())}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        action={addButton}
        secondary={
          <>
            <Button
              variant="outlined"
              startIcon={<CalculateOutlinedIcon />}
              onClick={() => setSimulating(true)}
            >
              {t("simulator.open")}
            </Button>
            <CheckUpdatesButton />
          </>
        }
        empty={prices.data?.length === 0}
      />
      <UnpricedBanner
        models={names.data?.unpriced ?? []}
        onAdd={(model) => setEditor(startOfNewPrice({ models: [model] }))}
      />
      <Stack
        direction="row"
        sx={{ alignItems: "center", justifyContent: "space-between", flexWrap: "wrap", gap: 1, mb: 1.5 }}
      >
        <Tabs
          value={grouped ? "groups" : "models"}
          onChange={(_event, view: string) => state.setFilter("view", view)}
          aria-label={t("view.label")}
        >
          {views.map((view) => (
            <Tab key={view} value={view} label={t(`view.${view}`)} />
          ))}
        </Tabs>
        <UnitChoice value={unit} onChange={(next) => state.setFilter("unit", next)} />
      </Stack>
      <PriceTable
        prices={prices}
        descriptors={descriptors}
        state={state}
        grouped={grouped}
        unit={unit}
        addButton={addButton}
        onEdit={setEditor}
      />
      {editor && (
        <PriceEditor
          start={editor}
          prices={prices.data ?? []}
          descriptors={descriptors}
          onClose={() => setEditor(undefined)}
        />
      )}
      {simulating && <PriceSimulator names={names.data?.models ?? []} onClose={() => setSimulating(false)} />}
    </>
  );
}
