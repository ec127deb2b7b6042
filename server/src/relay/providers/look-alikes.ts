import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { joinUrl } from "./kit/join-url.ts";
import { problemFromStatus } from "./kit/problem-from-status.ts";
import { needObject } from "./kit/read-json.ts";
import { compatibleAccount } from "./openai-compatible/account.ts";
import { compatibleChat } from "./openai-compatible/chat.ts";
import { compatibleNative } from "./openai-compatible/native.ts";
import type { CompatibleOptions } from "./openai-compatible/options.ts";
import { openAiPaidFields } from "./openai-compatible/paid-fields.ts";
import type { CheckCapability, Provider } from "./provider.ts";

/**
 * A vendor with Chat Completions: its descriptor, and options where it differs. It lists models if the descriptor says
 * so.
 */
function lookAlike(
  descriptor: ProviderDescriptor,
  options: CompatibleOptions,
  check?: CheckCapability,
): Provider {
  return {
    descriptor,
    paidFields: openAiPaidFields,
    chat: compatibleChat(options),
    native: compatibleNative(options),
    ...(descriptor.canListModels && { account: compatibleAccount(options) }),
    ...(check && { check }),
    readProblem: problemFromStatus,
  };
}

/** Queries a song that no proxy has. */
const songCheck: CheckCapability = {
  buildCheck: ({ baseUrl, key }) => ({
    method: "POST",
    url: joinUrl(baseUrl, "/suno/fetch"),
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ ids: ["0"] }),
  }),
  readCheck(body) {
    if (needObject(body, "the answer").code === undefined)
      throw new UnreadableAnswer("the answer is not a list of songs");
  },
};

const keyLabel = { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" };

/**
 * Vendors without code of their own, by id. A vendor that needs a function, or calls other than chat, gets a folder.
 */
export const lookAlikes = {
  qihoo: lookAlike(
    {
      type: 19,
      id: "qihoo",
      label: "360",
      icon: { text: "36", color: "#19b955" },
      defaultBaseUrl: "https://ai.360.cn",
      keyLabel,
      fields: [],
      defaultModels: ["360gpt2-pro", "360gpt-pro", "360gpt-turbo", "360zhinao2-o1"],
      defaultTestModel: "360gpt-turbo",
      capabilities: ["chat"],
      canListModels: false,
      consoleUrl: "https://ai.360.com",
    },
    { files: false },
  ),
  lingyi: lookAlike(
    {
      type: 33,
      id: "lingyi",
      label: "01.AI",
      icon: { text: "Yi", color: "#003425" },
      defaultBaseUrl: "https://api.lingyiwanwu.com",
      keyLabel,
      fields: [],
      defaultModels: ["yi-lightning", "yi-vision-v2"],
      defaultTestModel: "yi-lightning",
      capabilities: ["chat"],
      canListModels: false,
      consoleUrl: "https://platform.lingyiwanwu.com/apikeys",
    },
    { files: false },
  ),
  // A proxy: songs and lyrics are tasks, and some proxies also write a song in a chat.
  suno: lookAlike(
    {
      type: 41,
      id: "suno",
      label: "Suno",
      icon: { text: "Su", color: "#f7553c" },
      baseUrlHint: {
        en_US: "URL of your Suno proxy, without /suno. Songs and lyrics are created at /suno.",
        zh_CN: "Suno 代理的地址，不含 /suno。歌曲和歌词通过 /suno 接口生成。",
        ja_JP: "Suno プロキシの URL（/suno は不要）。曲と歌詞は /suno で生成します。",
      },
      keyLabel,
      fields: [],
      defaultModels: [
        "suno_lyrics",
        "chirp-v3-0",
        "chirp-v3-5",
        "chirp-v4",
        "chirp-auk",
        "chirp-bluejay",
        "chirp-crow",
        "chirp-fenix",
      ],
      defaultTestModel: "chirp-v3-5",
      capabilities: ["chat"],
      canListModels: false,
    },
    { files: false },
    songCheck,
  ),
} as const satisfies Record<string, Provider>;
