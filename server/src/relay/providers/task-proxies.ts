import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { noPaidFields } from "../canonical/paid-fields.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { joinUrl } from "./kit/join-url.ts";
import { problemFromStatus } from "./kit/problem-from-status.ts";
import type { CheckCapability, Provider } from "./provider.ts";

/** A vendor whose calls are all tasks (`relay/tasks`): no chat, no images in the answer, no model list. */
function taskProxy(descriptor: ProviderDescriptor, check: CheckCapability): Provider {
  return { descriptor, paidFields: noPaidFields, check, readProblem: problemFromStatus };
}

/** Queries a task that no proxy has: the answer is a list, usually empty. */
const midjourneyCheck: CheckCapability = {
  buildCheck: ({ baseUrl, key }) => ({
    method: "POST",
    url: joinUrl(baseUrl, "/mj/task/list-by-condition"),
    headers: { "content-type": "application/json", "mj-api-secret": key },
    body: JSON.stringify({ ids: ["0"] }),
  }),
  readCheck(body) {
    if (!Array.isArray(body)) throw new UnreadableAnswer("the answer is not a list of tasks");
  },
};

/** Channel types that only a task platform serves, by id. A vendor with other calls is an ordinary provider. */
export const taskProxies = {
  midjourney: taskProxy(
    {
      type: 34,
      id: "midjourney",
      label: "Midjourney",
      icon: { text: "Mj", color: "#1b2a4a" },
      baseUrlHint: {
        en_US: "URL of your Midjourney proxy, without /mj. Its models are called at /mj, not at /v1.",
        zh_CN: "Midjourney 代理的地址，不含 /mj。该渠道的模型通过 /mj 接口调用，不支持 /v1。",
        ja_JP: "Midjourney プロキシの URL（/mj は不要）。モデルは /v1 ではなく /mj で呼び出します。",
      },
      keyLabel: {
        en_US: "API secret (mj-api-secret)",
        zh_CN: "代理密钥（mj-api-secret）",
        ja_JP: "API シークレット（mj-api-secret）",
      },
      fields: [],
      defaultModels: [
        "mj_imagine",
        "mj_variation",
        "mj_reroll",
        "mj_blend",
        "mj_modal",
        "mj_zoom",
        "mj_shorten",
        "mj_high_variation",
        "mj_low_variation",
        "mj_pan",
        "mj_inpaint",
        "mj_custom_zoom",
        "mj_describe",
        "mj_upscale",
        "mj_swap_face",
        "mj_upload",
      ],
      defaultTestModel: "mj_imagine",
      capabilities: [],
      canListModels: false,
    },
    midjourneyCheck,
  ),
} as const satisfies Record<string, Provider>;
