import type { EndpointData } from "@tollgate/contract/endpoint";
import { listOwnLogs, type LogRow } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { getPlaygroundKey } from "@tollgate/contract/tokens";
import { screen } from "@testing-library/react";
import { playgroundScreen } from "../src/screens/playground/screen";
import { answer } from "./api-mock";
import { aMoment, aPage, aUser } from "./builders";
import { answerChats, playAnswer, type ReceivedChat } from "./chat-mock";
import { type RenderedApp, renderScreen } from "./render-app";
import { setViewport } from "./setup";

const anOffer = (part: object = {}) => ({
  groups: ["default"],
  owned_by: "OpenAI",
  owner: { type: 1, text: "O", color: "#000" },
  price: {
    model: "gpt-4o",
    type: "tokens",
    channel_type: 1,
    input: 1.25,
    output: 5,
    locked: false,
    extra_ratios: {},
    rules: [],
  },
  facts: {
    name: "GPT-4o",
    description: "",
    context_length: 128_000,
    max_tokens: 16_384,
    input_modalities: ["text", "image"],
    output_modalities: ["text"],
    capabilities: ["tools"],
    tags: [],
    support_url: [],
  },
  ...part,
});

/** What the caller may call, and what looks like it. */
export const offers = {
  "gpt-4o": anOffer(),
  "gpt-4o-mini": anOffer(),
  "gpt-unpriced": anOffer({ price: null }),
  "gpt-others": anOffer({ groups: ["vip"] }),
  "text-embedding-3-small": anOffer({ facts: undefined }),
} as unknown as EndpointData<typeof listAvailableModels>;

/** The log row of the first call. */
export const aRow = (part: Partial<LogRow> = {}): LogRow => ({
  id: 41,
  created_at: aMoment,
  type: 2,
  content: "",
  user_id: 7,
  username: "ada",
  token_id: 3,
  token_name: "sys_playground",
  model_name: "gpt-4o",
  quota: 39,
  prompt_tokens: 1204,
  completion_tokens: 156,
  channel_id: 0,
  channel: null,
  request_time: 900,
  is_stream: true,
  source_ip: "",
  request_id: "request-1",
  outcome: "succeeded",
  metadata: { usage: { cached: 1024 } },
  ...part,
});

export interface Opening {
  play?: (chat: ReceivedChat) => Response | void;
  logs?: LogRow[];
  /** With the settings beside the conversation; without, there is less to search through. */
  wide?: boolean;
}

/** The screen with a relay that answers chats, and a log. */
export async function openPlayground({
  play = (chat) => playAnswer(chat, [{ content: "Hello." }]),
  logs = [],
  wide = false,
}: Opening = {}) {
  setViewport(wide ? "wide" : "tablet");
  answer(listAvailableModels, offers);
  const keys = answer(getPlaygroundKey, "playground-key");
  const logCalls = answer(listOwnLogs, ({ query }) =>
    aPage(logs.filter(({ request_id }) => request_id === query["request_id"])),
  );
  const chats = answerChats(play);
  const app = await renderScreen(playgroundScreen, { user: aUser() });
  await screen.findByLabelText("Message");
  return { ...app, chats, keys, logCalls };
}

/** Types a prompt and sends it. */
export async function sendPrompt({ person }: Pick<RenderedApp, "person">, text: string): Promise<void> {
  await person.click(screen.getByLabelText("Message"));
  await person.paste(text);
  await person.keyboard("{Enter}");
}

/** The answer of a model, as soon as it begins. */
export const theAnswer = (model = "gpt-4o") => screen.findByLabelText(`Response from ${model}`);
