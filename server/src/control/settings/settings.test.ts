import { afterAll, beforeAll, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createChangeNotice } from "../../snapshot/change-notice.ts";
import { createOptionRepository } from "../../storage/repositories/option-repository.ts";
import { createSettingsService } from "./service.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

it("reads stored values over fallbacks, and anew when told that they changed", async () => {
  const options = createOptionRepository(running.database.queries);
  const changeNotice = await createChangeNotice(running.database, () => {});
  await options.set("RetryTimes", "5");
  await options.set("RetryCooldownSeconds", '"not a number"');
  await options.set("SomethingRetired", "1");
  const settings = await createSettingsService({ options, changeNotice, secretBox: running.secretBox });
  expect(settings.current()).toMatchObject({
    RetryTimes: 5,
    RetryCooldownSeconds: 5,
    SystemName: "Tollgate",
  });
  await options.set("RetryTimes", "1");
  expect(settings.current().RetryTimes).toBe(5);
  await changeNotice.announce("settings");
  expect(settings.current().RetryTimes).toBe(1);
  changeNotice.stop();
});
