import type { LogRow } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import { getPlaygroundKey } from "@tollgate/contract/tokens";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { answer, apiServer, reject, unreachable } from "../../../test/api-mock";
import { anAdmin, aSelf, aUser } from "../../../test/builders";
import { chatChunk, playAnswer, rejectedChat } from "../../../test/chat-mock";
import { aRow, offers, openPlayground, sendPrompt, theAnswer } from "../../../test/open-playground";
import { renderScreen } from "../../../test/render-app";
import { playgroundScreen } from "./screen";

describe("models", () => {
  it("offers chat models with a price in the user's group, and nothing else", async () => {
    const { person } = await openPlayground();
    await person.click(screen.getByLabelText("Model"));
    const list = await screen.findByRole("listbox", { hidden: true });
    const names = [...list.querySelectorAll("[role=option] p")].map((one) => one.textContent);
    expect(names).toEqual(["gpt-4o", "gpt-4o-mini"]);
    expect(
      screen.getAllByText(/Input \$2\.50 · Output \$10\.00 · per 1M tokens · 128K context · Images · Tools/),
    ).not.toHaveLength(0);
  });

  it("shows users and administrators what to do where no model can be called", async () => {
    answer(listAvailableModels, {});
    await renderScreen(playgroundScreen, { user: aUser() });
    await screen.findByText("No chat model is available");
    expect(screen.getByRole("link", { name: "Show available models" })).toHaveAttribute(
      "href",
      "/panel/model_price",
    );
  });

  it("links administrators to the channels", async () => {
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
    await screen.findByText("Models could not be loaded");
    answer(listAvailableModels, offers);
    await person.click(screen.getByText("Try again"));
    expect(await screen.findByLabelText("Message")).toBeEnabled();
  });
});

describe("a call", () => {
  it("streams the answer with the playground's key and shows reasoning separately", async () => {
    const app = await openPlayground({ play: () => {} });
    expect(app.keys).toHaveLength(0);
    await sendPrompt(app, "Hi");
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
    await app.person.click(within(article).getByText("Reasoning"));
    expect(within(article).getByText("They greet.")).toBeVisible();
  });

  it("shows tokens, times and the cost of the log row, with a link to it", async () => {
    const app = await openPlayground({ logs: [aRow()] });
    await sendPrompt(app, "Hi");
    const figures = await within(await theAnswer()).findByLabelText("Usage");
    await within(figures).findByText("$0.000078");
    expect(figures).toHaveTextContent(/Input1,204 \(1,024 cached\)Output156First token.*Total.*Speed/);
    expect(within(figures).getByRole("link", { name: "Show log" })).toHaveAttribute(
      "href",
      "/panel/log?id=41",
    );
    expect(app.logCalls[0]?.query).toMatchObject({ request_id: "request-1" });
  });

  it("shows that the call is not settled yet, and can retry", async () => {
    const logs: LogRow[] = [];
    const app = await openPlayground({ logs });
    await sendPrompt(app, "Hi");
    const figures = await within(await theAnswer()).findByLabelText("Usage");
    await within(figures).findByText("Not charged yet");
    logs.push(aRow({ quota: 500_000 }));
    await app.person.click(within(figures).getByText("Refresh"));
    expect(await within(figures).findByText("$1.000000")).toBeVisible();
  });

  it("keeps a stopped answer, and continues it", async () => {
    const app = await openPlayground({ play: (chat) => chat.push(chatChunk({ content: "Half an" })) });
    await sendPrompt(app, "Hi");
    const article = await theAnswer();
    await within(article).findByText("Half an");
    await app.person.click(screen.getByText("Stop"));
    await within(article).findByText(/^Stopped\./);
    await app.chats[0]?.gone;
    await sendPrompt(app, "Go on");
    await waitFor(() => expect(app.chats).toHaveLength(2));
    expect(app.chats[1]?.body.messages).toEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Half an" },
      { role: "user", content: "Go on" },
    ]);
  });

  it("renews the key once where the relay rejects it", async () => {
    let calls = 0;
    const app = await openPlayground({
      play: (chat) => {
        calls += 1;
        if (calls === 1) return rejectedChat(401, { message: "no", code: "token_disabled" });
        return playAnswer(chat, [{ content: "Hello." }]);
      },
    });
    await sendPrompt(app, "Hi");
    await within(await theAnswer()).findByText("Hello.");
    expect(app.keys).toHaveLength(2);
  });

  it("repeats the same request", async () => {
    const app = await openPlayground();
    await sendPrompt(app, "One");
    const article = await theAnswer();
    await within(article).findByText("Hello.");
    await app.person.click(await within(article).findByLabelText("Retry gpt-4o"));
    await waitFor(() => expect(app.chats).toHaveLength(2));
    expect(app.chats[1]?.body).toEqual(app.chats[0]?.body);
  });

  it("sends an edited prompt without later messages", async () => {
    const app = await openPlayground();
    for (const [index, text] of ["One", "Two"].entries()) {
      await sendPrompt(app, text);
      await waitFor(() => expect(screen.getAllByText("Hello.")).toHaveLength(index + 1));
      await waitFor(() =>
        expect(screen.getAllByRole("button", { name: "Edit and resend" })[0]).toBeEnabled(),
      );
    }
    const [first] = screen.getAllByRole("button", { name: "Edit and resend" });
    if (first) await app.person.click(first);
    const field = await screen.findByDisplayValue("One");
    expect(screen.getByText("1 later message and its responses will be removed.")).toBeVisible();
    fireEvent.change(field, { target: { value: "Three" } });
    await app.person.click(screen.getByText("Resend"));
    await waitFor(() => expect(app.chats).toHaveLength(3));
    expect(app.chats[2]?.body.messages).toEqual([{ role: "user", content: "Three" }]);
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
  ])("shows a %i in the relay's words and what to do", async (status, error, headers, button) => {
    const app = await openPlayground({ play: () => rejectedChat(status, error, headers) });
    await sendPrompt(app, "Hi");
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

  it("keeps the part before an error in the stream", async () => {
    const app = await openPlayground({
      play: (chat) => {
        chat.push(chatChunk({ content: "Part" }));
        chat.push({
          error: { message: "The upstream failed.", type: "server_error", code: "upstream_error" },
        });
      },
    });
    await sendPrompt(app, "Hi");
    const article = await theAnswer();
    expect(await within(article).findByRole("alert")).toHaveTextContent("The upstream failed.");
    expect(within(article).getByText("Part")).toBeVisible();
  });

  it("distinguishes a lost connection from a finished answer", async () => {
    const app = await openPlayground({
      play: (chat) => {
        chat.push(chatChunk({ content: "Part" }));
        setTimeout(chat.cut, 30);
      },
    });
    await sendPrompt(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(
      "The connection closed before the response was complete",
    );
  });

  it("shows that the server cannot be reached", async () => {
    const app = await openPlayground();
    apiServer.use(http.post("*/v1/chat/completions", () => HttpResponse.error()));
    await sendPrompt(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(
      "The server could not be reached",
    );
  });

  it("shows why the key cannot be loaded", async () => {
    const app = await openPlayground();
    reject(getPlaygroundKey, "token.too_many");
    await sendPrompt(app, "Hi");
    expect(await within(await theAnswer()).findByRole("alert")).toHaveTextContent(/token/i);
  });

  it("shows how to get balance before anything is sent", async () => {
    answer(getSelf, aSelf({ quota: 0 }));
    await openPlayground();
    expect(await screen.findByText("Your balance is empty")).toBeVisible();
    expect(screen.getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/panel/topup");
  });
});
