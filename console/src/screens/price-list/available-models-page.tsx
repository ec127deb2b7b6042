import type { QueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { prefetchQuietly } from "../../lib/query-client";
import { useSession } from "../../lib/session/session";
import { OfferList } from "./offer-list";
import { offeredGroupsQuery, offeredModelsQuery } from "./price-list-queries";

/** Fetches what the page asks for first. */
export function prefetchModels(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, offeredModelsQuery),
    prefetchQuietly(client, offeredGroupsQuery),
  ]);
}

/** The models that the signed-in user may call, at the prices of the own group unless another is chosen. */
export function AvailableModelsPage() {
  const { t } = useTranslation("price-list");
  const user = useSession();
  return <OfferList title={t("own_title")} lead={t("own_lead")} ownGroup={user?.group ?? ""} />;
}
