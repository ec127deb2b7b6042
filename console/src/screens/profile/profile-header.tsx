import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { roleName } from "@tollgate/contract/access";
import type { Self } from "@tollgate/contract/profile";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { QuotaText } from "../../widgets/quota-text/quota-text";

/** Head of the profile: name, group with its terms, and spending. */
export function ProfileHeader({ self }: { self: Self }) {
  const { t } = useTranslation(["profile", "shell"]);
  const name = self.display_name || self.username;
  return (
    <Card
      component="header"
      sx={{
        p: { xs: 2.5, sm: 3 },
        display: "flex",
        flexDirection: { xs: "column", md: "row" },
        alignItems: { md: "center" },
        gap: { xs: 2.5, md: 3 },
      }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 2, flex: 1, minWidth: 0 }}>
        <Avatar
          {...(self.avatar_url && { src: self.avatar_url })}
          alt=""
          sx={{ width: 56, height: 56, fontSize: 24, fontWeight: 500, bgcolor: "primary.main" }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" noWrap title={name}>
            {name}
          </Typography>
          <Typography noWrap sx={{ color: "text.secondary" }}>
            {[self.username, self.email].filter(Boolean).join(" · ")}
          </Typography>
          <Stack direction="row" sx={{ gap: 0.75, mt: 1, flexWrap: "wrap" }}>
            {self.role > 1 && <Chip size="small" label={t(`shell:roles.${roleName(self.role)}`)} />}
            <Chip
              size="small"
              variant="outlined"
              label={t("header.group", { group: self.group_name, ratio: self.group_ratio })}
            />
            {self.group_api_rate > 0 && (
              <Chip
                size="small"
                variant="outlined"
                label={t("header.rate", {
                  count: self.group_api_rate,
                  rate: formatNumber(self.group_api_rate),
                })}
              />
            )}
          </Stack>
        </Box>
      </Stack>
      <Stack
        direction="row"
        component="dl"
        sx={{
          m: 0,
          gap: { xs: 0, sm: 4 },
          justifyContent: { xs: "space-between", md: "flex-end" },
          borderTop: { xs: 1, md: 0 },
          // Follows the border's width; a border would have its own color.
          borderColor: { xs: "divider", md: "divider" },
          pt: { xs: 2, md: 0 },
        }}
      >
        <Figure label={t("header.balance")}>
          <QuotaText value={self.quota} />
        </Figure>
        <Figure label={t("header.used")}>
          <QuotaText value={self.used_quota} />
        </Figure>
        <Figure label={<RequestsLabel>{t("header.requests")}</RequestsLabel>}>
          {formatNumber(self.request_count)}
        </Figure>
      </Stack>
    </Card>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Box>
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          fontSize: { xs: 17, sm: 20 },
          lineHeight: "28px",
          fontWeight: 500,
          letterSpacing: "-0.01em",
        }}
      >
        {children}
      </Typography>
    </Box>
  );
}
