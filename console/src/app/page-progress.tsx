import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { useLasting } from "../design-system/lasting/use-lasting";

/** Pages that load faster than this show no bar, to avoid a flash. */
const delay = 120;

/** The line at the top while the next page's code is fetched. It approaches its end without reaching it, as the total time is unknown. */
export function PageProgress() {
  const { t } = useTranslation("common");
  const shown = useLasting(useNavigation().state === "loading", delay);
  if (!shown) return null;
  return (
    <Box
      role="progressbar"
      aria-label={t("loading")}
      aria-busy
      sx={{
        position: "fixed",
        insetInline: 0,
        top: 0,
        height: 2,
        zIndex: "tooltip",
        bgcolor: "primary.main",
        transformOrigin: "left",
        animation: "page-progress 8s cubic-bezier(0.05, 0.8, 0.2, 1) forwards",
        "@keyframes page-progress": {
          from: { transform: "scaleX(0.05)" },
          to: { transform: "scaleX(0.95)" },
        },
      }}
    />
  );
}
