import AccountBalanceWalletOutlinedIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatQuota } from "@tollgate/contract/quota";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isForeign } from "../../lib/safe-link";
import { selfQuery } from "../../lib/session/self-query";
import { useQuotaFormat, useSiteInfo } from "../../lib/site-info/site-info";
import { supportLink } from "../../lib/support-contact";

interface NoBalanceNoticeProps {
  /** Also while the balance is below the threshold of the account's reminder. */
  low?: boolean;
}

/** Links users without balance to the top-up page. Nothing while there is balance. */
export function NoBalanceNotice({ low = false }: NoBalanceNoticeProps) {
  const { t } = useTranslation("no-balance");
  const format = useQuotaFormat();
  const { data: self } = useQuery(selfQuery);
  const contact = supportLink(useSiteInfo().support_contact);
  if (!self || (self.quota > 0 && !(low && self.low_balance))) return null;
  const isEmpty = self.quota <= 0;
  return (
    <Stack
      component="section"
      aria-labelledby="no-balance-title"
      direction="row"
      sx={{ gap: 1.5, p: 2, mb: 3, borderRadius: 1.5, bgcolor: "warning.light" }}
    >
      <AccountBalanceWalletOutlinedIcon sx={{ fontSize: 20, mt: "1px", color: "warning.main" }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id="no-balance-title" variant="subtitle2" component="h2">
          {t(isEmpty ? "title" : "lowTitle")}
        </Typography>
        <Typography variant="body2">
          {isEmpty ? t("body") : t("lowBody", { balance: formatQuota(self.quota, format) })}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, mt: 1.25, flexWrap: "wrap" }}>
          <Button size="small" variant="contained" component={Link} to="/panel/topup">
            {t("topUp")}
          </Button>
          {contact && (
            <Button
              size="small"
              variant="outlined"
              href={contact.href}
              {...(isForeign(contact.href) && { target: "_blank", rel: "noopener noreferrer" })}
              sx={{ overflowWrap: "anywhere" }}
            >
              {t("contact", { contact: contact.text })}
            </Button>
          )}
        </Stack>
      </Box>
    </Stack>
  );
}
