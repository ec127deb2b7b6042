import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getOwnOrder, type OwnOrder } from "@tollgate/contract/orders";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answer } from "../../../test/api-mock";
import { aMoment, aUser } from "../../../test/builders";
import { serveEvents } from "../../../test/event-server";
import { renderApp } from "../../../test/render-app";
import { ownOrderQuery, useOrderEvents } from "../../screens/topup/topup-queries";
import { session } from "../session/session";
import { useLive, useLiveConnection, useLiveQueries } from "./live";

const order: OwnOrder = {
  id: 8,
  trade_no: "2012345678901234567",
  gateway_no: "",
  amount: 100,
  quota: 50_000_000,
  fee: 0,
  discount: 0,
  order_amount: 100,
  order_currency: "USD",
  status: "pending",
  late: false,
  refunded_amount: 0,
  refunded_quota: 0,
  created_at: aMoment,
  expires_at: aMoment + 3600,
  paid_at: 0,
  gateway_name: "Card",
  gateway_type: "site-pay",
};

afterEach(() => vi.restoreAllMocks());

/** The shell's part, and a page that shows an order. */
function Page() {
  useLiveConnection();
  useOrderEvents();
  const live = useLive();
  const { data } = useQuery(ownOrderQuery(order.trade_no, live));
  return (
    <p>
      {data?.status} {live ? "live" : "polling"}
    </p>
  );
}

it("refetches an order on an event, and polls less often in the meantime", async () => {
  let status: OwnOrder["status"] = "pending";
  const calls = answer(getOwnOrder, () => ({ ...order, status }));
  const streams = serveEvents();
  await renderApp(<Page />, { user: aUser() });
  expect(await screen.findByText("pending live")).toBeInTheDocument();
  expect(streams.map(({ topics }) => topics)).toEqual([["account"]]);
  const before = calls.length;
  status = "success";
  streams[0]?.send("balance");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls).toHaveLength(before);
  streams[0]?.send("order", { trade_no: order.trade_no });
  expect(await screen.findByText("success live")).toBeInTheDocument();
  const { refetchInterval } = ownOrderQuery(order.trade_no, true);
  const often = ownOrderQuery(order.trade_no, false).refetchInterval;
  const query = { state: { data: order, dataUpdateCount: 0, errorUpdateCount: 0 } } as never;
  expect([refetchInterval, often].map((each) => typeof each === "function" && each(query))).toEqual([
    5000, 3000,
  ]);
});

/** A list that is read again after a change, and on events. */
function List({ read, change }: { read: () => number; change: () => Promise<void> }) {
  const client = useQueryClient();
  useLiveConnection();
  useLiveQueries("account", () => [["list"]]);
  const live = useLive();
  const { data } = useQuery({ queryKey: ["list"], queryFn: read });
  const { mutate } = useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ["list"] }),
  });
  return (
    <button type="button" onClick={() => mutate()}>
      {data} {live ? "live" : "polling"}
    </button>
  );
}

it("reads a list once after a change of one's own, whose event comes first", async () => {
  const streams = serveEvents();
  let reads = 0;
  let finish = (): void => {};
  const change = () => new Promise<void>((resolve) => (finish = resolve));
  const { person } = await renderApp(<List read={() => (reads += 1)} change={change} />, { user: aUser() });
  await person.click(await screen.findByText("1 live"));
  streams[0]?.send("balance");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(reads).toBe(1);
  await act(async () => finish());
  expect(await screen.findByText("2 live")).toBeInTheDocument();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(reads).toBe(2);
  // Someone else's change.
  streams[0]?.send("balance");
  expect(await screen.findByText("3 live")).toBeInTheDocument();
});

it("ends the stream with the session, and polls while there is none", async () => {
  answer(getOwnOrder, order);
  const streams = serveEvents();
  await renderApp(<Page />, { user: aUser() });
  expect(await screen.findByText("pending live")).toBeInTheDocument();
  act(() => session.end());
  await waitFor(() => expect(streams[0]?.closed).toBe(true));
  expect(await screen.findByText("pending polling")).toBeInTheDocument();
});

it("refetches on an event after the clock was set back", async () => {
  let reads = 0;
  function List() {
    useLiveConnection();
    useLiveQueries("account", () => [["list"]]);
    const { data } = useQuery({ queryKey: ["list"], queryFn: () => `read ${(reads += 1)}` });
    return <p>{data}</p>;
  }
  const streams = serveEvents();
  await renderApp(<List />, { user: aUser() });
  await screen.findByText("read 1");
  await waitFor(() => expect(streams).toHaveLength(1));
  const { now } = Date;
  vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
  streams[0]?.send("balance");
  await screen.findByText("read 2");
});
