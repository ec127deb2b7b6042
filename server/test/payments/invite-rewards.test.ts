import type { InviterInvitee } from "@tollgate/contract/invitations";
import type { Page } from "@tollgate/contract/list-query";
import type { Checkout, Order, OrderDetail } from "@tollgate/contract/orders";
import type { Gateway } from "@tollgate/contract/payments";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerLocations } from "../support/ledger-processes.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { startStripeStandIn, type StripeStandIn } from "../support/stripe-stand-in.ts";

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`the inviter of someone who pays, on ${name},`, () => {
    let running: RunningApp;
    let stripe: StripeStandIn;
    let card: Gateway;
    let inviterId: number;

    beforeAll(async () => {
      stripe = await startStripeStandIn();
      running = await startApp(location);
      const { api } = running;
      await api("PUT", "/api/option/", { key: "ServerAddress", value: running.url });
      await api("PUT", "/api/option/", { key: "InviteTopUpPercent", value: "5" });
      card = await api("POST", "/api/payment/", {
        type: "stripe",
        name: "Card",
        icon: "card",
        enable: true,
        currency: "USD",
        config: { secret_key: stripe.secretKey, endpoint: stripe.url },
      });
      const form = { username: "inviter", password: "a long password" };
      inviterId = (await api<{ id: number }>("POST", "/api/user/", form)).id;
      await running.app.database.queries
        .updateTable("users")
        .set({ inviter_id: inviterId })
        .where("id", "=", 1)
        .execute();
    });
    afterAll(async () => {
      await running?.stop();
      await stripe?.stop();
    });

    async function pay(amount: number): Promise<string> {
      const order = { uuid: card.uuid, amount };
      const { trade_no } = await running.api<Checkout>("POST", "/api/user/order", order);
      const session = stripe.pay(trade_no);
      await Promise.all(
        Array.from({ length: 20 }, () => stripe.deliver("checkout.session.completed", session)),
      );
      return trade_no;
    }
    const rewards = async () =>
      (await running.api<Page<InviterInvitee>>("GET", `/api/invitation/${inviterId}`)).data[0]?.rewards;

    it("is promised a share of the first order, once, and gets nothing if it is refunded", async () => {
      const first = await pay(10);
      expect(await rewards()).toMatchObject([{ kind: "first_top_up", quota: 250_000, status: "pending" }]);
      await pay(20);
      expect(await rewards()).toHaveLength(1);
      const orders = await running.api<Page<Order>>("GET", `/api/payment/order?trade_no=${first}`);
      await running.api<OrderDetail>("POST", `/api/payment/order/${orders.data[0]?.id}/refund`, {
        amount: 10,
        request_id: "refund-0001",
      });
      expect(await rewards()).toMatchObject([{ status: "cancelled", reason: "refund" }]);
      expect(await running.app.ledger.balanceOf(inviterId)).toBe(0);
    });
  });
}
