import { getStatus } from "@tollgate/contract/site-info";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer } from "../../../test/api-mock";
import { aSiteInfo } from "../../../test/builders";
import { playAnswer } from "../../../test/chat-mock";
import { aRow, openPlayground, sendPrompt, theAnswer } from "../../../test/open-playground";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("several models", () => {
  it("stream one prompt separately, and each continues with its own answers", async () => {
    const app = await openPlayground({
      play: (chat) => playAnswer(chat, [{ content: `I am ${chat.body.model}.` }]),
      logs: [
        aRow({ request_id: "request-1", quota: 39 }),
        aRow({ id: 42, request_id: "request-2", quota: 78 }),
      ],
    });
    await app.person.click(screen.getByText("Compare"));
    await sendPrompt(app, "Who are you?");
    await within(await theAnswer()).findByText("I am gpt-4o.");
    const second = await theAnswer("gpt-4o-mini");
    await within(second).findByText("I am gpt-4o-mini.");
    await waitFor(() => expect(screen.getAllByText("Show log")).toHaveLength(2));
    expect(screen.getByText("$0.000078")).toBeVisible();
    expect(screen.getByText("$0.000156")).toBeVisible();
    await sendPrompt(app, "Again");
    await waitFor(() => expect(app.chats).toHaveLength(4));
    const mini = app.chats.slice(2).find(({ body }) => body.model === "gpt-4o-mini");
    expect(mini?.body.messages[1]).toEqual({ role: "assistant", content: "I am gpt-4o-mini." });
  });

  it("are four at most", async () => {
    const app = await openPlayground();
    for (let count = 1; count < 4; count += 1) await app.person.click(screen.getByText("Compare"));
    expect(screen.queryByText("Compare")).toBeNull();
    await app.person.click(screen.getByRole("button", { name: "Remove model 4" }));
    expect(screen.getByText("Compare")).toBeEnabled();
  });
});

describe("settings and tools", () => {
  const set = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("are sent where they are set, and rejected where they cannot be", async () => {
    const app = await openPlayground({ wide: true });
    set("System prompt", "Be brief.");
    set("Temperature", "0.2");
    set("Max output tokens", "many");
    expect(screen.getByText("Enter a whole number from 1 to 10000000.")).toBeVisible();
    fireEvent.change(screen.getByLabelText("Message"), { target: { value: "Hi" } });
    expect(screen.getByText("Send")).toBeDisabled();
    expect(screen.getByText("Fix the highlighted settings first.")).toBeVisible();
    set("Max output tokens", "50");
    await app.person.click(screen.getByText("Send"));
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

  it("shows a tool call, accepts its result, and lets the model continue", async () => {
    const call = {
      index: 0,
      id: "call_1",
      type: "function",
      function: { name: "get_weather", arguments: "" },
    };
    const app = await openPlayground({
      wide: true,
      play: (chat) => {
        const hasResult = chat.body.messages.some(({ role }) => role === "tool");
        if (hasResult) return playAnswer(chat, [{ content: "It is 21 degrees." }]);
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
    await app.person.click(screen.getByText("Insert example"));
    await sendPrompt(app, "How warm is it in Paris?");
    const article = await theAnswer();
    const result = await within(article).findByLabelText("Result");
    expect(within(article).getByText(/"city": "Paris"/)).toBeVisible();
    const send = within(article).getByText("Send results");
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

  it("are sent in their own type, and rejected before sending where they cannot be", async () => {
    const app = await openPlayground();
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
    await sendPrompt(app, "What is this?");
    await waitFor(() => expect(app.chats).toHaveLength(1));
    expect(app.chats[0]?.body.messages[0]?.content).toEqual([
      { type: "image_url", image_url: { url: `data:image/png;base64,${btoa(String.fromCharCode(...png))}` } },
      { type: "text", text: "notes.csv:\n\na,b\n1,2" },
      { type: "text", text: "What is this?" },
    ]);
  });

  it("can be dropped, pasted and removed", async () => {
    const app = await openPlayground();
    const field = screen.getByLabelText("Message");
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

  it("of an answer are shown only if they are inline, and never fetched", async () => {
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const images = [picture, "https://evil.example.com/x.png"].map((url) => ({
      type: "image_url",
      image_url: { url },
    }));
    const app = await openPlayground({ play: (chat) => playAnswer(chat, [{ images }]) });
    await sendPrompt(app, "Draw");
    const shown = await within(await theAnswer()).findAllByRole("img");
    expect(shown.map((one) => one.getAttribute("src"))).toEqual([picture]);
  });
});

describe("export, chat apps and storage", () => {
  it("exports the request that would be sent, without the key", async () => {
    const app = await openPlayground();
    fireEvent.change(screen.getByLabelText("Message"), { target: { value: "Hi" } });
    await app.person.click(screen.getByText("Code"));
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
    const { person } = await openPlayground();
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

  it("shows that nothing is stored where storage is blocked, and still starts new conversations", async () => {
    const app = await openPlayground();
    expect(await screen.findByText(/This browser does not allow storage/)).toBeVisible();
    await sendPrompt(app, "One");
    await within(await theAnswer()).findByText("Hello.");
    await app.person.click(screen.getByText("New chat"));
    expect(screen.queryByText("Hello.")).toBeNull();
    await app.person.click(screen.getByText("History"));
    await app.person.click(await screen.findByText("One"));
    expect(await screen.findByText("Hello.")).toBeVisible();
    await app.person.click(screen.getByText("History"));
    await app.person.click(await screen.findByRole("button", { name: "Delete all" }));
    await app.person.click(await screen.findByRole("button", { name: "Delete all" }));
    await waitFor(() => expect(screen.queryByText("Hello.")).toBeNull());
  });
});
