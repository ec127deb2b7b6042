import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { unknownVersion, useSiteInfo } from "../../lib/site-info/site-info";
import { useServerAddress } from "../../widgets/snippets/snippets";

/** Built-in about page, used while the operator has set none. */
export function StandardAbout() {
  const { t } = useTranslation("about");
  const { system_name, version, start_time } = useSiteInfo();
  const server = useServerAddress();
  const facts = [
    { label: t("address"), value: <MonoText copy>{server}</MonoText> },
    ...(version === unknownVersion ? [] : [{ label: t("version"), value: <MonoText>{version}</MonoText> }]),
    ...(start_time > 0 ? [{ label: t("since"), value: <TimeText value={start_time} /> }] : []),
  ];
  return (
    <Box sx={{ width: "100%", maxWidth: 860, mx: "auto", px: { xs: 2, sm: 3 }, py: { xs: 4, sm: 7 } }}>
      <Typography
        variant="h1"
        sx={{ fontSize: { xs: 28, sm: 32 }, lineHeight: "40px", letterSpacing: "-0.02em" }}
      >
        {t("about", { name: system_name })}
      </Typography>
      <Typography sx={{ mt: 2, fontSize: 16, lineHeight: "28px", color: "text.secondary" }}>
        {t("body")}
      </Typography>
      <Box component="dl" sx={{ mt: 4, mb: 0, borderTop: 1, borderColor: "divider" }}>
        {facts.map(({ label, value }) => (
          <Box
            key={label}
            sx={{
              display: "flex",
              flexWrap: "wrap",
              columnGap: 3,
              py: 1.5,
              borderBottom: 1,
              borderColor: "divider",
            }}
          >
            <Box component="dt" sx={{ width: 200, color: "text.secondary" }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
