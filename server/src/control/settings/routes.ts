import {
  listSettings,
  saveSetting,
  saveSettingSection,
  testService,
} from "@tollgate/contract/setting-endpoints";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { SettingsEditor } from "./editor.ts";

export function registerSettingsRoutes(register: RegisterEndpoint, editor: SettingsEditor): void {
  register(listSettings, () => editor.list());
  register(saveSetting, async ({ actor, body }) => {
    await editor.saveOne(actor, body.key, String(body.value));
    return null;
  });
  register(saveSettingSection, async ({ actor, params, body }) => {
    const changed = await editor.saveSection(actor, params.section, body);
    return { changed, settings: await editor.list() };
  });
  register(testService, ({ params, body }) => editor.test(params.service, body.values));
}
