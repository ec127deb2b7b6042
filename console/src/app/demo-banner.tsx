import ScienceOutlinedIcon from "@mui/icons-material/ScienceOutlined";
import Stack from "@mui/material/Stack";
import { useTranslation } from "react-i18next";
import { useSiteInfo } from "../lib/site-info/site-info";

/** Shows on every page that the server runs with sample data. */
export function DemoBanner() {
  const { t } = useTranslation("shell");
  const { demo } = useSiteInfo();
  if (!demo) return null;
  return (
    <Stack
      direction="row"
      component="aside"
      aria-label={t("demo")}
      sx={{
        alignItems: "center",
        justifyContent: "center",
        gap: 0.75,
        height: 28,
        px: 2,
        fontSize: 12,
        fontWeight: 500,
        color: "warning.dark",
        bgcolor: "warning.light",
        // The console's bars stick below this height; other banners add theirs.
        "& ~ *": { "--demo-height": "28px", "--banner-height": "28px" },
        position: "sticky",
        top: 0,
        // Over the bars; panels, dialogs and the floating menu lie over it.
        zIndex: (theme) => theme.zIndex.appBar + 1,
      }}
    >
      <ScienceOutlinedIcon sx={{ fontSize: 15 }} />
      {t("demo")}
    </Stack>
  );
}
