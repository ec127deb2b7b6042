import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  getOrder,
  getOrderTotals,
  listOrders,
  type OrderDetail,
  queryOrder,
  refundOrder,
  resolveOrder,
} from "@tollgate/contract/orders";
import { call } from "../../lib/api-client";

const orders = ["orders"] as const;

/** One page of orders; the previous page stays on screen while the next one loads. */
export const ordersQuery = (query: Partial<EndpointQuery<typeof listOrders>>) =>
  queryOptions({
    queryKey: [...orders, "list", query],
    queryFn: ({ signal }) => call(listOrders, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

export const orderTotalsQuery = queryOptions({
  queryKey: [...orders, "totals"],
  queryFn: ({ signal }) => call(getOrderTotals, { signal }),
  meta: { silent: true },
});

/** One order with its timeline; the panel shows a failure in place. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...orders, "one", id],
    queryFn: ({ signal }) => call(getOrder, { params: { id }, signal }),
    meta: { silent: true },
  });

/** The answer is the order as it is now. */
function useOrderMutation<Variables>(id: number, send: (variables: Variables) => Promise<OrderDetail>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { formErrors: true },
    onSuccess: (detail) => client.setQueryData(orderQuery(id).queryKey, detail),
    onSettled: () => client.invalidateQueries({ queryKey: orders }),
  });
}

export const useCheckPayment = (id: number) =>
  useOrderMutation(id, (_none: undefined) => call(queryOrder, { params: { id } }));

export const useResolve = (id: number) =>
  useOrderMutation(id, (_none: undefined) => call(resolveOrder, { params: { id } }));

export const useRefund = (id: number) =>
  useOrderMutation(id, (body: EndpointBodyInput<typeof refundOrder>) =>
    call(refundOrder, { params: { id }, body }),
  );
