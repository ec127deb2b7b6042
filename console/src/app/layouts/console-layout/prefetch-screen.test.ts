import { expect, it, vi } from "vitest";
import { anAdmin } from "../../../../test/builders";
import { defineScreen } from "../../../lib/define-screen";
import { createQueryClient } from "../../../lib/query-client";
import { session } from "../../../lib/session/session";
import { openAhead } from "./prefetch-screen";

it("fetches a screen's data unless the second factor is due, which the server requires for it", async () => {
  const prefetch = vi.fn(() => Promise.resolve());
  const screen = defineScreen({
    name: "not-found",
    path: "/panel/asked",
    title: "screens.users",
    icon: "page",
    access: "admin",
    page: () => Promise.resolve(() => null),
    prefetch,
    locales: () => Promise.resolve({ default: {} }),
  });
  session.begin({ ...anAdmin(), second_factor_due: true });
  await openAhead(screen, createQueryClient());
  expect(prefetch).not.toHaveBeenCalled();
  session.begin(anAdmin());
  await openAhead(screen, createQueryClient());
  expect(prefetch).toHaveBeenCalledOnce();
});
