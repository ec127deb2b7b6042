import { mapModel } from "@tollgate/contract/map-model";
import { type ModelKind, modelKindOf } from "@tollgate/contract/model-kind";
import type { Queries } from "../../storage/database.ts";
import type { ChannelRow } from "../../storage/repositories/channel-repository.ts";
import { createModelInfoRepository } from "../../storage/repositories/model-info-repository.ts";
import { priceBook } from "../price-book.ts";
import { readStringMap } from "./channel-values.ts";

/**
 * The API that a channel's model is called with: by its description here, else by the price book, else by the name that
 * is forwarded.
 */
export async function kindOfChannelModel(
  queries: Queries,
  row: Pick<ChannelRow, "model_mapping">,
  model: string,
): Promise<ModelKind> {
  const { upstreamModel } = mapModel(readStringMap(row.model_mapping), model);
  const info = await createModelInfoRepository(queries).findByModel(model);
  const described = info ? (JSON.parse(info.output_modalities) as string[]) : [];
  const outputs = described.length > 0 ? described : priceBook().find(upstreamModel)?.output_modalities;
  return modelKindOf(upstreamModel, outputs);
}
