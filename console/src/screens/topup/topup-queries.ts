import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createOrder,
  getOwnCheckout,
  getOwnOrder,
  getTopUpTerms,
  listOwnGateways,
  listOwnOrders,
  type OwnOrder,
} from "@tollgate/contract/orders";
import { call } from "../../lib/api-client";
import { useLiveQueries } from "../../lib/live/live";
import { selfQuery } from "../../lib/session/self-query";

/** Ways to pay, the operator's favorite first. */
export const ownGatewaysQuery = queryOptions({
  queryKey: ["own-gateways"],
  queryFn: ({ signal }) => call(listOwnGateways, { signal }),
  meta: { inPlace: true },
});

export const termsQuery = queryOptions({
  queryKey: ["top-up-terms"],
  queryFn: ({ signal }) => call(getTopUpTerms, { signal }),
  meta: { inPlace: true },
});

const ownOrders = ["own-orders"] as const;

/** One page of one's own orders; the previous page stays on screen while the next one loads. */
export const ownOrdersQuery = (query: Partial<EndpointQuery<typeof listOwnOrders>>) =>
  queryOptions({
    queryKey: [...ownOrders, "list", query],
    queryFn: ({ signal }) => call(listOwnOrders, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Poll interval of an unpaid order while events arrive, in milliseconds: each read queries the gateway. */
const liveWait = 5000;

/** The same without events: frequent in the first minutes, when most people pay. */
export function waitBetween(reads: number): number {
  if (reads < 40) return 3000;
  return reads < 100 ? 6000 : 15_000;
}

/** One of one's own orders, read again until it is paid or ended; rarely while `live`. A page in the background waits. */
export const ownOrderQuery = (tradeNo: string, live: boolean) =>
  queryOptions({
    queryKey: [...ownOrders, "one", tradeNo],
    queryFn: ({ signal }) => call(getOwnOrder, { params: { trade_no: tradeNo }, signal }),
    refetchInterval: ({ state }) => {
      const over = state.data !== undefined && state.data.status !== "pending";
      if (over) return false;
      return live ? liveWait : waitBetween(state.dataUpdateCount + state.errorUpdateCount);
    },
    meta: { silent: true },
  });

/** Reads orders again as soon as one of them changes. */
export function useOrderEvents(): void {
  useLiveQueries("account", ({ name }) => (name === "balance" ? [] : [ownOrders]));
}

/** Everything that a paid order changes. */
export function useRefreshBalance(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [selfQuery, termsQuery]) void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: [...ownOrders, "list"] });
  };
}

/** Orders a top-up. When it is rejected, prices and gateways may have changed and are read again. */
export function useCreateOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBodyInput<typeof createOrder>) => call(createOrder, { body }),
    meta: { silent: true },
    onSettled: () => client.invalidateQueries({ queryKey: [...ownOrders, "list"] }),
    onError: () =>
      Promise.all(
        [ownGatewaysQuery, termsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** How a pending order is paid. */
export const useOwnCheckout = () =>
  useMutation({
    mutationFn: ({ trade_no }: Pick<OwnOrder, "trade_no">) => call(getOwnCheckout, { params: { trade_no } }),
  });
