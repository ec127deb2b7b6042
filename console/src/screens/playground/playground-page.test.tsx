import { listOwnLogs, type LogRow } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { getPlaygroundKey } from "@tollgate/contract/tokens";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, apiServer, refuse, unreachable } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aSelf, aSiteInfo, aUser } from "../../../test/builders";
import { answerChats, chatChunk, playAnswer, type ReceivedChat, refusedChat } from "../../../test/chat-mock";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { playgroundScreen } from "./screen";

type Offer = Parameters<typeof listAvailableModels.data.parse>[0];

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

const offers = {
  "gpt-4o": anOffer(),
  "gpt-4o-mini": anOffer(),
  "gpt-unpriced": anOffer({ price: null }),
  "gpt-others": anOffer({ groups: ["vip"] }),
  "text-embedding-3-small": anOffer({ facts: undefined }),
} as unknown as ReturnType<typeof listAvailableModels.data.parse> & Offer;

const aRow = (part: Partial<LogRow> = {}): LogRow => ({
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

interface Opening {
  play?: (chat: ReceivedChat) => Response | void;
  logs?: LogRow[];
  /** With the settings beside the conversation; without, there is less to search through. */
  wide?: boolean;
}

async function open({ play = (chat) => playAnswer(chat, [{ content: "Hello." }]), logs = [] }: Opening = {}) {
  answer(listAvailableModels, offers);
  const keys = answer(getPlaygroundKey, "playground-key");
  const logCalls = answer(listOwnLogs, ({ query }) =>
    aPage(logs.filter(({ request_id }) => request_id === query["request_id"])),
  );
  const chats = answerChats(play);
  const app = await renderScreen(playgroundScreen, { user: aUser() });
  await screen.findByRole("textbox", { name: "Message" });
  return { ...app, chats, keys, logCalls };
}

type Open = Awaited<ReturnType<typeof open>>;

async function say({ person }: Pick<Open, "person">, text: string): Promise<void> {
  await person.click(screen.getByRole("textbox", { name: "Message" }));
  await person.paste(text);
  await person.keyboard("{Enter}");
}

const theAnswer = (model = "gpt-4o") => screen.findByRole("article", { name: `Answer of ${model}` });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("models", () => {
  it("offers chat models with a price in the user's group, and nothing else", async () => {
    const { person } = await open();
    await person.click(screen.getByRole("combobox", { name: "Model" }));
    const names = (await screen.findAllByRole("option")).map((one) => one.querySelector("p")?.textContent);
    expect(names).toEqual(["gpt-4o", "gpt-4o-mini"]);
    expect(
      screen.getAllByText(/Input \$2\.50 · Output \$10\.00 · per 1M tokens · 128K context · Images · Tools/),
    ).not.toHaveLength(0);
  });

  it("says what to do where no model can be called, to users and to administrators", async () => {
    answer(listAvailableModels, {});
    await renderScreen(playgroundScreen, { user: aUser() });
    await screen.findByText("No chat model is available");
    expect(screen.getByRole("link", { name: "See available models" })).toHaveAttribute(
      "href",
      "/panel/model_price",
    );
  });

  it("leads administrators to the channels", async () => {
    answer(listAvailableModels, {});
    answer(getSelf, aSelf({ role: 10 }));
    await renderScreen(playgroundScreen, { user: anAdmin() });
    expect(await screen.findByRole("link", { name: "Open channels" })).toHaveAttribute(
      "href",
      "/panel/channel",
    );
  });

  it("can be loaded again after a failure", async () => {
    unreachable(listAvailableModels);
    const { person } = await renderScreen(playgroundScreen, { user: aUser() });
    await screen.findByText("The models could not be loaded");
    answer(listAvailableModels, offers);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("textbox", { name: "Message" });
  });
});

describe("a call", () => {
  it("streams the answer with the playground's key and shows reasoning apart", async () => {
    const app = await open({ play: () => {} });
    expect(app.keys).toHaveLength(0);
    await say(app, "Hi");
    const article = await theAnswer();
    await within(article).findByText("Waiting for the first token");
    const [chat] = app.chats;
    if (!chat) throw new Error("nothing was sent");
    expect(chat.key).toBe("Bearer sk-playground-key");
    expect(chat.body).toEqual({
      model: "gpt-4o",
      messages: [{ role: "user", content: "Hi" }],
      stream: true,
      stream_options: { include_usage: true },
    });
    chat.push(chatChunk({ role: "assistant", content: "" }));
    chat.push(chatChunk({ reasoning_content: "They greet." }));
    await within(article).findByText("They greet.");
    chat.push(chatChunk({ content: "Hello " }));
    chat.push(chatChunk({ content: "**you**." }));
    expect((await within(article).findByText("you")).tagName).toBe("STRONG");
    expect(within(article).queryByText("They greet.")).toBeNull();
    chat.push(chatChunk({}, "stop"));
    chat.end();
    await waitFor(() => expect(article).toHaveAttribute("aria-busy", "false"));
    await app.person.click(within(article).getByRole("button", { name: "Reasoning" }));
    expect(within(article).getByText("They greet.")).toBeVisible();
  });

  it("shows tokens, times and the cost of the log row, with a link to it", async () => {
    const app = await open({ logs: [aRow()] });
    await say(app, "Hi");
    const figures = await within(await theAnswer()).findByLabelText("Usage");
    await within(figures).findByText("$0.000078");
    expect(figures).toHaveTextContent(/Input1,204 \(1,024 cached\)Output156First token.*Total.*Speed/);
    expect(within(figures).getByRole("link", { name: "Log entry" })).toHaveAttribute(
      "href",
      "/panel/log?id=41",
    );
    expect(app.logCalls[0]?.query).toMatchObject({ request_id: "request-1" });
  });

  it("says that the call is not yet booked, and can look again", async () => {
    const logs: LogRow[] = [];
    const app = await open({ logs });
    await say(app, "Hi");
    const figures = await within(await theAnswer()).findByLabelText("Usage");
    await within(figures).findByText("Not yet booked");
    logs.push(aRow({ quota: 500_000 }));
    await app.person.click(within(figures).getByRole("button", { name: "Check again" }));
    await within(figures).findByText("$1.000000");
  });

  it("keeps what came until it was stopped, and goes on from there", async () => {
    const app = await open({ play: (chat) => chat.push(chatChunk({ content: "Half an" })) });
    await say(app, "Hi");
    const article = await theAnswer();
    await within(article).findByText("Half an");
    await app.person.click(screen.getByRole("button", { name: "Stop" }));
    await within(article).findByText(/^Stopped\./);
    await app.chats[0]?.gone;
    await say(app, "Go on");
    await waitFor(() => expect(app.chats).toHaveLength(2));
    expect(app.chats[1]?.body.messages).toEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Half an" },
      { role: "user", content: "Go on" },
    ]);
  });

  it("renews the key once where the relay does not accept it", async () => {
    let calls = 0;
    const app = await open({
      play: (chat) => {
        calls += 1;
        if (calls === 1) return refusedChat(401, { message: "no", code: "token_disabled" });
        return playAnswer(chat, [{ content: "Hello." }]);
      },
    });
    await say(app, "Hi");
    await within(await theAnswer()).findByText("Hello.");
    expect(app.keys).toHaveLength(2);
  });

  it("asks again, and sends an edited prompt without what followed", async () => {
    const app = await open();
    await say(app, "One");
    await within(await theAnswer()).findByText("Hello.");
    await app.person.click(await screen.findByRole("button", { name: "Retry gpt-4o" }));
    await waitFor(() => expect(app.chats).toHaveLength(2));
    expect(app.chats[1]?.body).toEqual(app.chats[0]?.body);
    await screen.findByRole("button", { name: "Retry gpt-4o" });
    await say(app, "Two");
    await waitFor(() => expect(app.chats).toHaveLength(3));
    await waitFor(() => expect(screen.getAllByText("Hello.")).toHaveLength(2));
    const [first] = screen.getAllByRole("button", { name: "Edit and resend" });
    if (!first) throw new Error("no prompt to edit");
    await waitFor(() => expect(first).toBeEnabled());
    await app.person.click(first);
    const field = screen.getByRole("textbox", { name: "Edit and resend" });
    expect(screen.getByText("1 later message and its answers will be removed.")).toBeVisible();
    await app.person.clear(field);
    await app.person.type(field, "Three");
    await app.person.click(screen.getByRole("button", { name: "Resend" }));
    await waitFor(() => expect(app.chats).toHaveLength(4));
    expect(app.chats[3]?.body.messages).toEqual([{ role: "user", content: "Three" }]);
    expect(screen.queryByText("Two")).toBeNull();
  });
});

describe("failures", () => {
  it.each([
    [402, { message: "Your balance is empty.", code: "insufficient_user_quota" }, {}, "Top up"],
    [
      429,
      { message: "Too many requests.", code: "rate_limit_exceeded" },
      { "retry-after": "7" },
      "Try again",
    ],
    [503, { message: "No channel can serve gpt-4o.", code: "no_channel_available" }, {}, "Try again"],
  ])("tells a %i in the relay's words and what to do", async (status, error, headers, button) => {
    const app = await open({ play: () => refusedChat(status, error, headers) });
    await say(app, "Hi");
    const alert = await within(await theAnswer()).findByRole("alert");
    expect(alert).toHaveTextContent(`Error ${status}`);
    expect(alert).toHaveTextContent(error.message);
    if (status === 429) expect(alert).toHaveTextContent("Try again in 7 s.");
    expect(within(alert).getByText(button)).toBeVisible();
    expect(within(alert).getByRole("link", { name: /in the log/ })).toHaveAttribute(
      "href",
      "/panel/log?request_id=request-refused",
    );
  });

  it("keeps the part before an error within the stream", async () => {
    const app = await open({
      play: (chat) => {
        chat.push(chatChunk({ content: "Part" }));
        chat.push({
          error: { message: "The upstream failed.", type: "server_error", code: "upstream_error" },
        });
      },
    });
    await say(app, "Hi");
    const article = await theAnswer();
    expect(await within(article).findByRole("alert")).toHaveTextContent("The upstream failed.");
    expect(within(article).getByText("Part")).toBeVisible();
  });

  it("tells a lost connection from an answer that ended", async () => {
    const app = await open({
      play: (chat) => {
        chat.push(chatChunk({ content: "Part" }));
        setTimeout(chat.cut, 30);
      },
    });
    await say(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(
      "The connection closed before the answer was complete",
    );
  });

  it("says that the server cannot be reached", async () => {
    const app = await open();
    apiServer.use(http.post("*/v1/chat/completions", () => HttpResponse.error()));
    await say(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(
      "The server could not be reached",
    );
  });

  it("tells why the key cannot be had", async () => {
    const app = await open();
    refuse(getPlaygroundKey, "token.too_many");
    await say(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(/token/i);
  });

  it("says how to get balance before anything is sent", async () => {
    answer(getSelf, aSelf({ quota: 0 }));
    await open();
    expect(await screen.findByText("Your balance is empty")).toBeVisible();
    expect(screen.getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/panel/topup");
  });
});

describe("several models", () => {
  it("send one prompt in streams of their own, and each goes on with its own answers", async () => {
    const app = await open({
      play: (chat) => playAnswer(chat, [{ content: `I am ${chat.body.model}.` }]),
      logs: [
        aRow({ request_id: "request-1", quota: 39 }),
        aRow({ id: 42, request_id: "request-2", quota: 78 }),
      ],
    });
    await app.person.click(screen.getByRole("button", { name: "Compare" }));
    await say(app, "Who are you?");
    await within(await theAnswer()).findByText("I am gpt-4o.");
    const second = await theAnswer("gpt-4o-mini");
    await within(second).findByText("I am gpt-4o-mini.");
    await waitFor(() => expect(screen.getAllByRole("link", { name: "Log entry" })).toHaveLength(2));
    expect(screen.getByText("$0.000078")).toBeVisible();
    expect(screen.getByText("$0.000156")).toBeVisible();
    await say(app, "Again");
    await waitFor(() => expect(app.chats).toHaveLength(4));
    const mini = app.chats.slice(2).find(({ body }) => body.model === "gpt-4o-mini");
    expect(mini?.body.messages[1]).toEqual({ role: "assistant", content: "I am gpt-4o-mini." });
  });

  it("are four at most", async () => {
    const app = await open();
    for (let count = 1; count < 4; count += 1)
      await app.person.click(screen.getByRole("button", { name: "Compare" }));
    expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
    await app.person.click(screen.getByRole("button", { name: "Remove model 4" }));
    expect(screen.getByRole("button", { name: "Compare" })).toBeEnabled();
  });
});

describe("settings and tools", () => {
  const set = (label: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });

  it("are sent where they are set, and refused where they cannot be", async () => {
    const app = await open({ wide: true });
    set("System prompt", "Be brief.");
    set("Temperature", "0.2");
    set("Max tokens", "many");
    expect(screen.getByText("Enter a whole number from 1 to 10000000.")).toBeVisible();
    await app.person.type(screen.getByRole("textbox", { name: "Message" }), "Hi");
    expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
    expect(screen.getByText("Fix the marked settings first.")).toBeVisible();
    set("Max tokens", "50");
    await app.person.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(app.chats).toHaveLength(1));
    expect(app.chats[0]?.body).toEqual({
      model: "gpt-4o",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      temperature: 0.2,
      max_completion_tokens: 50,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("shows a tool call, takes its result, and lets the model go on", async () => {
    const call = {
      index: 0,
      id: "call_1",
      type: "function",
      function: { name: "get_weather", arguments: "" },
    };
    const app = await open({
      wide: true,
      play: (chat) => {
        const asked = chat.body.messages.some(({ role }) => role === "tool");
        if (asked) return playAnswer(chat, [{ content: "It is 21 degrees." }]);
        return playAnswer(
          chat,
          [
            { reasoning_content: "I need the weather." },
            { tool_calls: [call] },
            { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
            { tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] },
          ],
          "tool_calls",
        );
      },
    });
    set("Tools", '[\n  {"type": "function", "function": {"name": "get weather"}}\n]');
    expect(screen.getByText("Invalid tool at line 2, column 45: check [0].function.name.")).toBeVisible();
    set("Tools", "");
    await app.person.click(screen.getByRole("button", { name: "Insert example" }));
    await say(app, "How warm is it in Paris?");
    const article = await theAnswer();
    const result = await within(article).findByRole("textbox", { name: "Result" });
    expect(within(article).getByText(/"city": "Paris"/)).toBeVisible();
    const send = within(article).getByRole("button", { name: "Send results" });
    expect(send).toBeDisabled();
    fireEvent.change(result, { target: { value: "21" } });
    await app.person.click(send);
    await within(article).findByText("It is 21 degrees.");
    expect(app.chats[1]?.body["tools"]).toHaveLength(1);
    expect(app.chats[1]?.body.messages).toEqual([
      { role: "user", content: "How warm is it in Paris?" },
      {
        role: "assistant",
        content: null,
        reasoning_content: "I need the weather.",
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Paris"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "21" },
    ]);
  });
});

describe("files", () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

  it("are sent as what they are, and refused before anything is sent where they cannot be", async () => {
    const app = await open();
    const image = new File([png], "photo.png", { type: "image/png" });
    const notes = new File(["a,b\n1,2"], "notes.csv", { type: "text/csv" });
    const program = new File(["MZ"], "setup.exe", { type: "application/x-msdownload" });
    const fake = new File(["<html>"], "fake.png", { type: "image/png" });
    const large = new File([new Uint8Array(10_000_001)], "large.png", { type: "image/png" });
    fireEvent.change(screen.getByTestId("files"), {
      target: { files: [image, notes, program, fake, large] },
    });
    await screen.findByText("photo.png");
    expect(screen.getByText(/setup\.exe: this file type is not supported/)).toBeVisible();
    expect(screen.getByText("large.png is larger than 10 MB.")).toBeVisible();
    expect(screen.getByText("fake.png cannot be read. Its content does not match its type.")).toBeVisible();
    await say(app, "What is this?");
    await waitFor(() => expect(app.chats).toHaveLength(1));
    expect(app.chats[0]?.body.messages[0]?.content).toEqual([
      { type: "image_url", image_url: { url: `data:image/png;base64,${btoa(String.fromCharCode(...png))}` } },
      { type: "text", text: "notes.csv:\n\na,b\n1,2" },
      { type: "text", text: "What is this?" },
    ]);
  });

  it("come by drop and by paste, and can be taken away", async () => {
    const app = await open();
    const field = screen.getByRole("textbox", { name: "Message" });
    const one = new File(["one"], "one.txt", { type: "text/plain" });
    fireEvent.drop(field, { dataTransfer: { files: [one], types: ["Files"] } });
    await screen.findByText("one.txt");
    fireEvent.paste(field, {
      clipboardData: { files: [new File(["two"], "two.txt", { type: "text/plain" })] },
    });
    await screen.findByText("two.txt");
    await app.person.click(screen.getByRole("button", { name: "Remove one.txt" }));
    expect(screen.queryByText("one.txt")).toBeNull();
  });

  it("of an answer are shown if they came with it, and never fetched", async () => {
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const images = [picture, "https://evil.example.com/x.png"].map((url) => ({
      type: "image_url",
      image_url: { url },
    }));
    const app = await open({ play: (chat) => playAnswer(chat, [{ images }]) });
    await say(app, "Draw");
    const shown = await within(await theAnswer()).findAllByRole("img");
    expect(shown.map((one) => one.getAttribute("src"))).toEqual([picture]);
  });
});

describe("the rest of the screen", () => {
  it("exports the request that would be sent, without the key", async () => {
    const app = await open();
    await app.person.type(screen.getByRole("textbox", { name: "Message" }), "Hi");
    await app.person.click(screen.getByRole("button", { name: "Code" }));
    const dialog = await screen.findByRole("dialog", { name: "Get code" });
    for (const language of ["curl", "Python", "JavaScript"]) {
      await app.person.click(within(dialog).getByRole("tab", { name: language }));
      const code = within(dialog).getByRole("region", { name: language }).textContent ?? "";
      expect(code).toContain("https://gateway.example.com/v1");
      expect(code).toContain("GATEWAY_API_KEY");
      expect(code).toContain("Hi");
      expect(code).not.toContain("playground-key");
    }
  });

  it("opens the operator's chat apps, larger sort first, with the playground's key", async () => {
    const links = [
      { name: "Chat", url: "https://chat.example.com/#k={key}&s={server}", show: true, sort: 1 },
      { name: "Help", url: "https://help.example.com/", show: true, sort: 2 },
      { name: "Hidden", url: "https://hidden.example.com/", show: false, sort: 3 },
    ];
    answer(
      getStatus,
      aSiteInfo({ chat_links: JSON.stringify(links), server_address: "https://ai.example.com" }),
    );
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Chat apps" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual(["Help", "Chat"]);
    await person.click(screen.getByRole("menuitem", { name: "Chat" }));
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(
        "https://chat.example.com/#k=sk-playground-key&s=https%3A%2F%2Fai.example.com",
        "_blank",
        "noopener",
      ),
    );
  });

  it("says that nothing is kept where the browser keeps nothing, and still starts new conversations", async () => {
    const app = await open();
    expect(await screen.findByText(/This browser does not allow storage/)).toBeVisible();
    await say(app, "One");
    await within(await theAnswer()).findByText("Hello.");
    await app.person.click(screen.getByRole("button", { name: "New chat" }));
    expect(screen.queryByText("Hello.")).toBeNull();
    await app.person.click(screen.getByRole("button", { name: "History" }));
    await app.person.click(await screen.findByText("One"));
    expect(await screen.findByText("Hello.")).toBeVisible();
    await app.person.click(screen.getByRole("button", { name: "History" }));
    await app.person.click(await screen.findByRole("button", { name: "Delete all" }));
    await app.person.click(await screen.findByRole("button", { name: "Delete all" }));
    await waitFor(() => expect(screen.queryByText("Hello.")).toBeNull());
  });
});
