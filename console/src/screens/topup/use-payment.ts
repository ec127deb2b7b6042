import type { Checkout, OwnOrder } from "@tollgate/contract/orders";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { localStore } from "../../lib/local-store";
import { openEmptyTab, sendToCheckout } from "./open-checkout";
import { useCreateOrder, useOwnCheckout } from "./topup-queries";

/** What the dialog shows: an order by its number, and how it is paid where that is known. */
export interface OpenPayment {
  tradeNo: string;
  checkout?: Checkout;
  /** The gateway's page is open in another tab. */
  opened: boolean;
}

/** Ordering, paying and watching one order; `?order=` of the address opens one, as gateways send customers back. */
export function usePayment() {
  const { t } = useTranslation("topup");
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<OpenPayment>();
  const create = useCreateOrder();
  const again = useOwnCheckout();
  const linked = search.get("order") ?? "";

  const close = useCallback(() => {
    setOpen(undefined);
    // Gateways add fields of their own to the address.
    if (linked !== "") setSearch({}, { replace: true, preventScrollReset: true });
  }, [linked, setSearch]);

  const present = (checkout: Checkout, tab: Window | undefined): void => {
    if (checkout.type === 2) tab?.close();
    const opened = checkout.type === 1 && sendToCheckout(tab, checkout.data);
    setOpen({ tradeNo: checkout.trade_no, checkout, opened });
  };
  const emptyTab = (): Window | undefined => openEmptyTab(t("opening"));

  return {
    open: open ?? (/^\d{1,19}$/.test(linked) ? { tradeNo: linked, opened: false } : undefined),
    close,
    show: (order: OwnOrder) => setOpen({ tradeNo: order.trade_no, opened: false }),
    error: create.error,
    ordering: create.isPending,

    /** Orders, and opens what the gateway answers. */
    async pay(order: { uuid: string; amount: number; pay: number }): Promise<void> {
      const shownHere = paidByCode().includes(order.uuid);
      const tab = shownHere ? undefined : emptyTab();
      try {
        const checkout = await create.mutateAsync(order);
        rememberCode(order.uuid, checkout.type === 2);
        present(checkout, tab);
      } catch {
        tab?.close();
      }
    },

    /** The same payment again, while it can be paid. */
    async payAgain(order: Pick<OwnOrder, "trade_no">): Promise<void> {
      const tab = open?.checkout?.type === 2 ? undefined : emptyTab();
      try {
        present(await again.mutateAsync(order), tab);
      } catch {
        tab?.close();
      }
    },
  };
}

/** Gateways that returned a QR code: no tab is opened for them. */
function paidByCode(): string[] {
  const stored = localStore.readJson("codeGateways");
  return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
}

function rememberCode(uuid: string, byCode: boolean): void {
  const others = paidByCode().filter((known) => known !== uuid);
  localStore.writeJson("codeGateways", byCode ? [...others, uuid] : others);
}
