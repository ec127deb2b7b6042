import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isForeign, safeLink } from "../../lib/safe-link";
import { useHasAccess } from "../../lib/session/session";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { supportLink } from "../../lib/support-contact";

/** Without a payment gateway: the other ways to add balance. */
export function NoGateways() {
  const { t } = useTranslation("topup");
  const isAdmin = useHasAccess("admin");
  const { top_up_link, support_contact } = useSiteInfo();
  const shop = safeLink(top_up_link);
  const contact = supportLink(support_contact);
  return (
    <Stack sx={{ gap: 1.5, alignItems: "flex-start" }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(isAdmin ? "none.admin" : shop || contact ? "none.body" : "none.ask")}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {isAdmin && (
          <Button variant="contained" component={Link} to="/panel/payment">
            {t("none.add")}
          </Button>
        )}
        {shop && (
          <Button
            variant={isAdmin ? "outlined" : "contained"}
            href={shop}
            {...(isForeign(shop) && { target: "_blank", rel: "noopener noreferrer" })}
          >
            {t("none.buy")}
          </Button>
        )}
        {contact && (
          <Button
            variant="outlined"
            href={contact.href}
            {...(isForeign(contact.href) && { target: "_blank", rel: "noopener noreferrer" })}
            sx={{ overflowWrap: "anywhere", whiteSpace: "normal" }}
          >
            {t("none.contact", { contact: contact.text })}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
