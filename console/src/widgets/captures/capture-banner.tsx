import RadioButtonCheckedIcon from "@mui/icons-material/RadioButtonChecked";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { CaptureList } from "./capture-list";
import { capturesQuery } from "./capture-queries";

const bannerHeight = "28px";

/** Shows administrators on every page that bodies are captured, and by whom. */
export function CaptureBanner() {
  const { data } = useQuery({ ...capturesQuery, refetchInterval: 60_000 });
  if (!data || data.targets.length === 0) return null;
  return <Banner count={data.targets.length} />;
}

function Banner({ count }: { count: number }) {
  const { t } = useTranslation("captures");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Stack
        direction="row"
        component="aside"
        aria-label={t("banner", { count })}
        sx={{
          alignItems: "center",
          justifyContent: "center",
          columnGap: 1,
          height: bannerHeight,
          px: 2,
          fontSize: 13,
          fontWeight: 500,
          color: "error.dark",
          bgcolor: (theme) => (theme.palette.mode === "dark" ? "error.light" : "#FDECEA"),
          position: "sticky",
          top: "var(--demo-height, 0px)",
          // Above the bars, which stick below it.
          zIndex: (theme) => theme.zIndex.appBar + 1,
          "&& ~ *": { "--banner-height": `calc(var(--demo-height, 0px) + ${bannerHeight})` },
        }}
      >
        <RadioButtonCheckedIcon aria-hidden sx={{ fontSize: 15 }} />
        <Box
          component="span"
          title={t("banner", { count })}
          sx={{ minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
        >
          {t("banner", { count })}
        </Box>
        <Link
          component="button"
          type="button"
          color="inherit"
          onClick={() => setOpen(true)}
          sx={{ font: "inherit", textDecoration: "underline", flexShrink: 0 }}
        >
          {t("show")}
        </Link>
      </Stack>
      {open && (
        <SidePanel open onClose={() => setOpen(false)} title={t("title")}>
          <CaptureList />
        </SidePanel>
      )}
    </>
  );
}
