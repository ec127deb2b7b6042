import { getStatus } from "@tollgate/contract/site-info";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answer } from "../../test/api-mock";
import { aSiteInfo } from "../../test/builders";
import { startI18n } from "../lib/i18n/i18n";
import { createQueryClient } from "../lib/query-client";
import { createApp } from "./app";
import { screens } from "./screens";
import { registerTexts } from "./texts";

afterEach(() => window.history.replaceState(null, "", "/"));

it("shows the page with the first render, once its code has come", async () => {
  answer(getStatus, aSiteInfo());
  window.history.replaceState(null, "", "/login");
  registerTexts(screens);
  await startI18n();
  const { element, hasPage } = createApp(createQueryClient());
  await hasPage;
  render(element);
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
});
