import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EndpointBodyInput, EndpointQuery } from "@tollgate/contract/endpoint";
import {
  createGateway,
  deleteGateway,
  type Gateway,
  getGateway,
  listGatewayKinds,
  listGateways,
  testGateway,
  updateGateway,
} from "@tollgate/contract/payments";
import { listSettings } from "@tollgate/contract/setting-endpoints";
import { call } from "../../lib/api-client";
import { usePatchRow } from "../../lib/patch-row";

const gateways = ["gateways"] as const;
const lists = [...gateways, "list"] as const;
/** Ways to pay as customers see them. */
const ownGateways = ["own-gateways"] as const;

/** One page of gateways; the previous page stays on screen while the next one loads. */
export const gatewaysQuery = (query: Partial<EndpointQuery<typeof listGateways>>) =>
  queryOptions({
    queryKey: [...lists, query],
    queryFn: ({ signal }) => call(listGateways, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

/** Every gateway, for filters. */
export const allGatewaysQuery = gatewaysQuery({ size: 100, order: "-sort" });

export const gatewayQuery = (id: number) =>
  queryOptions({
    queryKey: [...gateways, "one", id],
    queryFn: ({ signal }) => call(getGateway, { params: { id }, signal }),
  });

export const gatewayKindsQuery = queryOptions({
  queryKey: ["gateway-kinds"],
  queryFn: ({ signal }) => call(listGatewayKinds, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Yuan per dollar as set in the settings; undefined where it cannot be read. */
export const usdRateQuery = queryOptions({
  queryKey: ["settings", "usd-rate"],
  queryFn: async ({ signal }) => {
    const rows = await call(listSettings, { signal });
    return Number(rows.find(({ key }) => key === "PaymentUSDRate")?.value ?? Number.NaN);
  },
  meta: { silent: true },
});

function useGatewayMutation<Variables, Data>(send: (variables: Variables) => Promise<Data>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { formErrors: true },
    onSuccess: () =>
      Promise.all([gateways, ownGateways].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useCreateGateway = () =>
  useGatewayMutation((body: EndpointBodyInput<typeof createGateway>) => call(createGateway, { body }));

export const useUpdateGateway = () =>
  useGatewayMutation((body: EndpointBodyInput<typeof updateGateway>) => call(updateGateway, { body }));

export const useDeleteGateway = () =>
  useGatewayMutation((id: number) => call(deleteGateway, { params: { id } }));

/** Switch and sort number in the list: shown immediately, reverted when the server rejects them. */
export const usePatchGateway = () =>
  usePatchRow(lists, (id, change: Partial<Pick<Gateway, "enable" | "sort">>) =>
    call(updateGateway, { body: { id, ...change } }),
  );

/** Its result is shown beside its button. */
export const useTestGateway = () =>
  useMutation({
    mutationFn: (body: EndpointBodyInput<typeof testGateway>) => call(testGateway, { body }),
    meta: { silent: true },
  });
