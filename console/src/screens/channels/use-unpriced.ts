import { useQuery } from "@tanstack/react-query";
import { mapModel } from "@tollgate/contract/map-model";
import { indexModels } from "@tollgate/contract/model-pattern";
import { unpricedModels } from "@tollgate/contract/unpriced-models";
import { useMemo } from "react";
import { pricesQuery } from "../../widgets/unpriced-models/price-queries";
import { readMapping } from "./channel-values";

/** Names that calls of these models would be billed by and that no price covers; undefined while prices are not known. */
export function useUnpriced(models: readonly string[], mappingText: string): string[] | undefined {
  const { data: prices } = useQuery(pricesQuery);
  return useMemo(() => {
    if (!prices) return undefined;
    const mapping = readMapping(mappingText);
    const billedAs = (model: string) => mapModel(mapping, model).billedModel;
    const index = indexModels(prices.map((price) => [price.model, price]));
    return unpricedModels([...models, ...Object.keys(mapping)], billedAs, index);
  }, [prices, models, mappingText]);
}
