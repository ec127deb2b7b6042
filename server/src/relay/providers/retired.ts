import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { noPaidFields } from "../canonical/paid-fields.ts";
import { descriptor as gemini } from "./gemini/descriptor.ts";
import { problemFromStatus } from "./kit/problem-from-status.ts";
import { CannotServe, type Provider } from "./provider.ts";

/**
 * An API that its vendor shut down. The type keeps its number for stored channels; every call fails with `reason`,
 * which names the successor.
 */
function retired(descriptor: ProviderDescriptor, reason: string): Provider {
  const reject = (): never => {
    throw new CannotServe(reason);
  };
  return {
    descriptor: { ...descriptor, standing: "retired" },
    paidFields: noPaidFields,
    chat: { buildRequest: reject, readResponse: reject, streamReader: reject },
    readProblem: problemFromStatus,
  };
}

/** Channel types whose API no longer exists, by id. An API that may still work for some keeps its folder. */
export const retiredProviders = {
  // Shut down on 15 August 2024: https://ai.google.dev/palm_docs/deprecation
  palm: retired(
    {
      type: 11,
      id: "palm",
      label: "Google PaLM (retired)",
      icon: { text: "P", color: "#5f6368" },
      defaultBaseUrl: "https://generativelanguage.googleapis.com",
      baseUrlHint: {
        en_US: `Google shut this API down. Create a ${gemini.label} channel instead.`,
        zh_CN: `Google 已关闭该接口，请改用 ${gemini.label} 渠道。`,
        ja_JP: `Google はこの API を終了しました。${gemini.label} のチャネルを使用してください。`,
      },
      keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
      fields: [],
      defaultModels: [],
      capabilities: ["chat"],
      canListModels: false,
    },
    `Google shut down the PaLM API. Use a ${gemini.label} channel instead.`,
  ),
} as const satisfies Record<string, Provider>;
