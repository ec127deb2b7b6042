import { afterAll, beforeAll, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createChangeNotice } from "../../snapshot/change-notice.ts";
import { createOptionRepository } from "../../storage/repositories/option-repository.ts";
import { createSettingsService } from "./service.ts";
import { storedText } from "./stored-values.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

it("reads stored values over fallbacks, and again after a change", async () => {
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

it("opens secrets, also those that look like numbers, and reports the ones that this server's key does not open", async () => {
  const { queries } = running.database;
  const options = createOptionRepository(queries);
  const changeNotice = await createChangeNotice(running.database, () => {});
  await options.set("SMTPToken", storedText("SMTPToken", "0123", running.secretBox));
  const moved = storedText("LarkClientSecret", "of another row", running.secretBox);
  await options.set("GitHubClientSecret", moved);
  const broken: string[][] = [];
  const onBroken = (keys: string[]) => void broken.push(keys);
  const settings = await createSettingsService({
    options,
    changeNotice,
    secretBox: running.secretBox,
    onBroken,
  });
  await settings.load();
  expect(settings.current()).toMatchObject({ SMTPToken: "0123", GitHubClientSecret: "" });
  expect(broken).toEqual([["GitHubClientSecret"]]);
  changeNotice.stop();
});
