import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { isForeign, safeLink } from "../../lib/safe-link";
import { useSiteInfo } from "../../lib/site-info/site-info";

/** The ways to get balance beside paying online. */
export function CodesSection() {
  const { t } = useTranslation("topup");
  const shop = safeLink(useSiteInfo().top_up_link);
  if (shop === undefined) return null;
  return (
    <Card component="section" aria-labelledby="codes-title" sx={{ p: 2.5 }}>
      <Typography id="codes-title" variant="h4" component="h2">
        {t("codes.title")}
      </Typography>
      <Button
        variant="outlined"
        href={shop}
        endIcon={<OpenInNewIcon />}
        {...(isForeign(shop) && { target: "_blank", rel: "noopener noreferrer" })}
        sx={{ mt: 1.5 }}
      >
        {t("codes.buy")}
      </Button>
    </Card>
  );
}
