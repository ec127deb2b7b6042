import { toolPriceClasses, toolPriceKeys } from "@tollgate/contract/cost";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";

/** Non-breaking, so that no line begins with the number. */
const times = "\u00a0×\u00a0";

/** How often each of the provider's own tools ran: `Web search × 2`. */
export function ToolCalls({ usage }: { usage: Readonly<Record<string, number>> }) {
  const { t } = useTranslation("price-explanation");
  const calls = toolPriceKeys.flatMap((key) => {
    const { tokenClass } = toolPriceClasses[key];
    const count = usage[tokenClass] ?? 0;
    return count > 0 ? [`${t(`class.${tokenClass}`)}${times}${formatNumber(count)}`] : [];
  });
  return <>{calls.join(" · ")}</>;
}
