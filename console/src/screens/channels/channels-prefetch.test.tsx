import { screen } from "@testing-library/react";
import type { QueryClient } from "@tanstack/react-query";
import { listChannelHealth } from "@tollgate/contract/channel-health";
import { getChannelTestRun, listChannels, listProviderTypes } from "@tollgate/contract/channels";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { listUnpricedModels } from "@tollgate/contract/pricing";
import { expect, it } from "vitest";
import { aChannel } from "../../../test/a-channel";
import { answer } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { createQueryClient } from "../../lib/query-client";
import { channelsScreen } from "./screen";

/** Of everything that was fetched. */
const keysOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.dataUpdateCount > 0)
    .map(({ queryKey }) => queryKey);

it("the channel list asks for nothing but what was fetched when its entry was pointed at", async () => {
  answer(listChannels, aPage([aChannel({ id: 5 }), aChannel({ id: 6, name: "Other" })]));
  answer(listProviderTypes, []);
  answer(listGroupSymbols, ["default"]);
  answer(listUnpricedModels, []);
  answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0, enabled: 0, disabled: 0, kept: 0 };
  answer(getChannelTestRun, { state: "never", started_at: 0, ...counts });
  const fetched = createQueryClient();
  await channelsScreen.prefetch?.(fetched);
  const { queryClient } = await renderScreen(channelsScreen, { user: anAdmin(), url: "/panel/channel" });
  expect(await screen.findAllByText("No requests")).toHaveLength(2);
  // The layout has the site's facts before, and a test of all channels may begin until the page is opened.
  const others = [["site-info"], ["channels", "test-run"]];
  expect([...others, ...keysOf(fetched)]).toEqual(expect.arrayContaining(keysOf(queryClient)));
});
