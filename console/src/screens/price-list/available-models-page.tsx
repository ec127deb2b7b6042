import { useTranslation } from "react-i18next";
import { useSession } from "../../lib/session/session";
import { OfferList } from "./offer-list";

/** The models that the signed-in user may call, at the prices of the own group unless another is chosen. */
export function AvailableModelsPage() {
  const { t } = useTranslation("price-list");
  const user = useSession();
  return <OfferList title={t("own_title")} lead={t("own_lead")} ownGroup={user?.group ?? ""} />;
}
