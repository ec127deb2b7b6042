import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { NoGateways } from "./no-gateways";
import { TopUpForm } from "./top-up-form";
import { ownGatewaysQuery, termsQuery } from "./topup-queries";
import type { usePayment } from "./use-payment";

/** Paying online, or what to do where that is not offered. */
export function OnlineSection({ payment }: { payment: ReturnType<typeof usePayment> }) {
  const { t } = useTranslation("topup");
  const gateways = useQuery(ownGatewaysQuery);
  const terms = useQuery(termsQuery);
  const error = gateways.data && terms.data ? null : (gateways.error ?? terms.error);
  return (
    <Card component="section" aria-labelledby="online-title" sx={{ p: 2.5 }}>
      <Typography id="online-title" variant="h4" component="h2" sx={{ mb: 2 }}>
        {t("online.title")}
      </Typography>
      {error ? (
        <ErrorState
          compact
          title={t("online.failed")}
          message={describeError(error)}
          onRetry={() => void Promise.all([gateways.refetch(), terms.refetch()])}
        />
      ) : !gateways.data || !terms.data ? (
        <Stack sx={{ gap: 2 }}>
          <Skeleton variant="rounded" height={40} />
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={120} />
        </Stack>
      ) : gateways.data.length === 0 ? (
        <NoGateways />
      ) : (
        <TopUpForm gateways={gateways.data} terms={terms.data} payment={payment} />
      )}
    </Card>
  );
}
