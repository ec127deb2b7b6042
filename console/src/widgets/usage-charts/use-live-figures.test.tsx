import { useQuery } from "@tanstack/react-query";
import { getOwnUsageSeries } from "@tollgate/contract/analytics";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aSeries } from "../../../test/a-usage";
import { answer } from "../../../test/api-mock";
import { aUser } from "../../../test/builders";
import { serveEvents } from "../../../test/event-server";
import { renderApp } from "../../../test/render-app";
import { useLive, useLiveConnection } from "../../lib/live/live";
import { lastWeek } from "./range-choice";
import { useLiveFigures } from "./use-live-figures";
import { usageSeriesQuery } from "./usage-queries";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Page() {
  useLiveConnection();
  useLiveFigures("mine");
  const { data } = useQuery(usageSeriesQuery("mine", lastWeek, { by: "model" }));
  return <p>{useLive() && data ? "live" : ""}</p>;
}

it("reads figures again seconds after calls were charged, once for many of them", async () => {
  const calls = answer(getOwnUsageSeries, aSeries());
  const streams = serveEvents();
  await renderApp(<Page />, { user: aUser() });
  await screen.findByText("live");
  expect(calls).toHaveLength(1);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  for (let charged = 0; charged < 5; charged++) streams[0]?.send("balance");
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2500);
  await waitFor(() => expect(calls).toHaveLength(2));
  streams[0]?.send("order", { trade_no: "1" });
  await vi.advanceTimersByTimeAsync(6000);
  expect(calls).toHaveLength(2);
});
