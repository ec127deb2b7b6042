import { getPulse } from "@tollgate/contract/pulse";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aPulse } from "../../../test/a-usage";
import { answer } from "../../../test/api-mock";
import { anAdmin } from "../../../test/builders";
import { serveEvents } from "../../../test/event-server";
import { renderApp } from "../../../test/render-app";
import { useLiveConnection } from "../../lib/live/live";
import { PulseCard } from "./pulse-card";

afterEach(() => vi.restoreAllMocks());

function Page() {
  useLiveConnection();
  return <PulseCard />;
}

it("shows the pulse from an event, without polling", async () => {
  const calls = answer(getPulse, aPulse({}, { requests: 40 }));
  const streams = serveEvents();
  await renderApp(<Page />, { user: anAdmin(), namespaces: ["dashboard"] });
  expect(await screen.findByRole("button", { name: /^Requests 40/ })).toBeInTheDocument();
  await waitFor(() => expect(streams.map(({ topics }) => topics)).toEqual([["pulse"]]));
  streams[0]?.send("pulse", aPulse({}, { requests: 77 }));
  expect(await screen.findByRole("button", { name: /^Requests 77/ })).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});
