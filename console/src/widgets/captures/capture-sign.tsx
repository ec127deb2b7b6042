import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { formatTime } from "../../lib/format-time";
import { ownCapturesQuery } from "./capture-queries";

/** Shows a token's owner that an administrator captures its bodies; nothing without a capture. */
export function CaptureSign({ tokenId }: { tokenId: number }) {
  const { t } = useTranslation("captures");
  const { data = [] } = useQuery(ownCapturesQuery);
  const capture = data.find((one) => one.token_id === tokenId);
  if (!capture) return null;
  const hint = t("sign_hint", { time: formatTime(capture.until) });
  return <StatusChip tone="warning" label={t("sign")} hint={hint} />;
}
