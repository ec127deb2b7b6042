import { useQueryClient } from "@tanstack/react-query";
import { setTokenStatus } from "@tollgate/contract/admin-tokens";
import { channelStatus } from "@tollgate/contract/channel-fields";
import { patchChannel, testChannel } from "@tollgate/contract/channels";
import { patchToken, tokenStatus } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../lib/api-client";
import { formatDuration } from "../../lib/format-number";
import { notify } from "../../lib/notifications/notifications";
import { reportFailure } from "../../lib/query-client";
import { paths } from "../paths";
import type { ThingAct } from "./find-things";

type Switch = Extract<ThingAct, { on: boolean }>;

/** Key of an act's name, under `palette.act` of the shell's texts. */
export function nameOfAct(act: ThingAct): "enable" | "disable" | "test" | "add_credit" {
  if (act.act === "test_channel") return "test";
  if (act.act === "add_credit") return "add_credit";
  return act.on ? "enable" : "disable";
}

/** Runs a palette action on a thing and shows its result. */
export function useThingActs(): (act: ThingAct) => Promise<void> {
  const { t } = useTranslation("shell");
  const client = useQueryClient();
  const navigate = useNavigate();

  async function setSwitch(act: Switch): Promise<void> {
    const { id, on } = act;
    if (act.act === "switch_channel") {
      const status = on ? channelStatus.enabled : channelStatus.disabled;
      await call(patchChannel, { params: { id }, body: { status } });
    } else {
      const status = on ? tokenStatus.enabled : tokenStatus.disabled;
      if (act.act === "switch_token") await call(patchToken, { params: { id }, body: { status } });
      else await call(setTokenStatus, { body: { id, status } });
    }
    const changed = act.act === "switch_channel" ? "channels" : "tokens";
    for (const key of [changed, "palette"]) void client.invalidateQueries({ queryKey: [key] });
  }

  async function switchWithUndo(act: Switch): Promise<void> {
    await setSwitch(act);
    const { name } = act;
    // Longer than a success message, to leave time for undo.
    notify.info(t(act.on ? "palette.done.enabled" : "palette.done.disabled", { name }), {
      action: {
        label: t("palette.done.undo"),
        run: () => void setSwitch({ ...act, on: !act.on }).catch((error: unknown) => reportFailure(error)),
      },
    });
  }

  async function test({ id, name }: { id: number; name: string }): Promise<void> {
    notify.info(t("palette.done.testing", { name }));
    const result = await call(testChannel, { params: { id } });
    void client.invalidateQueries({ queryKey: ["channels"] });
    if (result.success) {
      notify.success(t("palette.done.passed", { name, time: formatDuration(result.time) }));
      return;
    }
    if (result.skipped) {
      notify.info(t("palette.done.skipped", { name, model: result.model }));
      return;
    }
    notify.error(result.reason, {
      title: t("palette.done.failed", { name }),
      action: { label: t("palette.done.show"), run: () => void navigate(`${paths.channels}/${id}`) },
    });
  }

  return async (act) => {
    try {
      if (act.act === "add_credit") await navigate(`${paths.users}?balance=${act.id}`);
      else if (act.act === "test_channel") await test(act);
      else await switchWithUndo(act);
    } catch (error) {
      reportFailure(error);
    }
  };
}
