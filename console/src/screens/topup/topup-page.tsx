import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { QueryClient } from "@tanstack/react-query";
import type { OwnOrder } from "@tollgate/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../design-system/page-header/page-header";
import { prefetchQuietly } from "../../lib/query-client";
import { InviteCard } from "../../widgets/invite-card/invite-card";
import { RedeemBox } from "../../widgets/redeem-box/redeem-box";
import { BalanceSection } from "./balance-section";
import { OnlineSection } from "./online-section";
import { OwnOrders } from "./own-orders";
import { PaymentDialog } from "./payment-dialog";
import { Receipt } from "./receipt";
import { ownGatewaysQuery, termsQuery } from "./topup-queries";
import { usePayment } from "./use-payment";

/** Fetches what the page asks for first. */
export function prefetchTopUp(client: QueryClient): Promise<unknown> {
  return Promise.all([prefetchQuietly(client, ownGatewaysQuery), prefetchQuietly(client, termsQuery)]);
}

/** Adding balance: online, by a code, and what was ordered before. */
export function TopUpPage() {
  const { t } = useTranslation("topup");
  const payment = usePayment();
  const [receipt, setReceipt] = useState<OwnOrder>();
  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} />
      <Box
        sx={{
          display: "grid",
          gap: { xs: 2, md: 3 },
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(300px, 380px)" },
          mb: { xs: 3, md: 4 },
        }}
      >
        <Stack sx={{ gap: { xs: 2, md: 3 } }}>
          <BalanceSection />
          <OnlineSection payment={payment} />
        </Stack>
        <Stack sx={{ gap: { xs: 2, md: 3 } }}>
          <RedeemBox />
          <InviteCard />
        </Stack>
      </Box>
      <OwnOrders
        onOpen={payment.show}
        onPay={(order) => void payment.payAgain(order)}
        onReceipt={setReceipt}
      />
      {payment.open && (
        <PaymentDialog
          key={payment.open.tradeNo}
          payment={payment.open}
          onPayAgain={() => payment.open && void payment.payAgain({ trade_no: payment.open.tradeNo })}
          onReceipt={(order) => {
            payment.close();
            setReceipt(order);
          }}
          onClose={payment.close}
        />
      )}
      {receipt && <Receipt order={receipt} onClose={() => setReceipt(undefined)} />}
    </>
  );
}
