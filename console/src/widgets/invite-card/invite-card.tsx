import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { InviteSummary } from "@tollgate/contract/invitations";
import { formatQuota, type QuotaFormat } from "@tollgate/contract/quota";
import type { TFunction } from "i18next";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { ErrorState } from "../../design-system/error-state/error-state";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { describeError } from "../../lib/describe-error";
import { formatNumber } from "../../lib/format-number";
import { useQuotaFormat, useSiteInfo } from "../../lib/site-info/site-info";
import { QuotaText } from "../quota-text/quota-text";
import { inviteCodeQuery, inviteSummaryQuery } from "./invite-queries";
import { InviteeList } from "./invitee-list";

/** One's own invitation link, what it is rewarded with, and what it earned. */
export function InviteCard() {
  const { t } = useTranslation(["invite-card", "common"]);
  const titleId = useId();
  const code = useQuery(inviteCodeQuery);
  const summary = useQuery(inviteSummaryQuery);
  const error = code.error ?? summary.error;
  const retry = (): void => {
    void code.refetch();
    void summary.refetch();
  };
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2.5 }}>
      <Typography id={titleId} variant="h4" component="h2">
        {t("title")}
      </Typography>
      {error && (!code.data || !summary.data) ? (
        <ErrorState title={t("common:loadFailed")} message={describeError(error)} onRetry={retry} />
      ) : (
        <Stack sx={{ gap: 2, mt: 0.5 }}>
          <Terms terms={summary.data?.terms} />
          <InviteLink code={code.data} />
          <Figures summary={summary.data} />
          {summary.data && summary.data.invited > 0 && <InviteeList />}
        </Stack>
      )}
    </Card>
  );
}

function InviteLink({ code }: { code: string | undefined }) {
  const { t } = useTranslation("invite-card");
  const { server_address } = useSiteInfo();
  if (code === undefined) return <Skeleton height={40} aria-busy />;
  const link = `${server_address || window.location.origin}/register?aff=${code}`;
  return (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      sx={{
        alignItems: { sm: "center" },
        gap: 1.5,
        p: 1.5,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        backgroundColor: "background.default",
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <MonoText wrap>{link}</MonoText>
      </Box>
      <CopyButton text={link} caption={t("copy")} variant="contained" />
    </Stack>
  );
}

/** How many came, what was paid, what is not due yet. */
function Figures({ summary }: { summary: InviteSummary | undefined }) {
  const { t } = useTranslation("invite-card");
  return (
    <Box
      component="dl"
      sx={{ display: "grid", gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gap: 2, m: 0 }}
    >
      <Figure label={t("invited")} value={summary && formatNumber(summary.invited)} />
      <Figure label={t("earned")} value={summary && <QuotaText value={summary.earned} />} />
      <Figure label={t("pending")} value={summary && <QuotaText value={summary.pending} />} />
    </Box>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <Box>
      <Typography component="dt" variant="body2" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Typography component="dd" variant="h3" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
        {value ?? <Skeleton width={48} aria-busy />}
      </Typography>
    </Box>
  );
}

/** What an invitation is rewarded with, in sentences. */
function Terms({ terms }: { terms: InviteSummary["terms"] | undefined }) {
  const { t } = useTranslation("invite-card");
  const format = useQuotaFormat();
  if (!terms) return <Skeleton width="60%" aria-busy />;
  return (
    <Box
      component="ul"
      aria-label={t("terms.label")}
      sx={{ m: 0, p: 0, listStyle: "none", typography: "body2", color: "text.secondary" }}
    >
      {sentencesOf(terms, t, format).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Box>
  );
}

function sentencesOf(
  terms: InviteSummary["terms"],
  t: TFunction<"invite-card">,
  format: QuotaFormat,
): string[] {
  const { registration, invitee, top_up_max, top_up_percent, vesting_days } = terms;
  const topUp = topUpSentence(terms, t, format);
  const rewarded = registration > 0 || topUp !== undefined;
  const capped = top_up_percent > 0 && top_up_max > 0;
  return [
    registration > 0 && t("terms.registration", { amount: formatQuota(registration, format) }),
    topUp,
    capped && t("terms.max", { amount: formatQuota(top_up_max, format) }),
    invitee > 0 && t("terms.invitee", { amount: formatQuota(invitee, format) }),
    rewarded && vesting_days > 0 && t("terms.vesting", { count: vesting_days }),
    !rewarded && invitee === 0 && t("terms.none"),
  ].filter((sentence) => typeof sentence === "string");
}

function topUpSentence(
  { top_up_quota, top_up_percent }: InviteSummary["terms"],
  t: TFunction<"invite-card">,
  format: QuotaFormat,
): string | undefined {
  const amount = formatQuota(top_up_quota, format);
  const percent = formatNumber(top_up_percent, 2);
  if (top_up_quota > 0 && top_up_percent > 0) return t("terms.top_up_both", { amount, percent });
  if (top_up_quota > 0) return t("terms.top_up_amount", { amount });
  return top_up_percent > 0 ? t("terms.top_up_percent", { percent }) : undefined;
}
