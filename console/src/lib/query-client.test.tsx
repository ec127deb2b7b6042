import { onlineManager, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "../../test/builders";
import { startTexts } from "../../test/start-texts";
import { ApiError } from "./api-error";
import { hostNotifications, type Notification } from "./notifications/notifications";
import { createQueryClient, reportFailure } from "./query-client";
import { session } from "./session/session";

let shown: Pick<Notification, "kind" | "title" | "message">[] = [];

beforeEach(async () => {
  await startTexts();
  shown = [];
  const stop = hostNotifications(({ kind, title, message }) =>
    shown.push({ kind, ...(title && { title }), message }),
  );
  return stop;
});

const failed = (status: number, code: string, message = "From the server."): ApiError =>
  new ApiError({ status, code, message });

describe("reportFailure", () => {
  it("shows our sentence for a known code and the server's for others", () => {
    reportFailure(failed(404, "token.not_found"));
    reportFailure(failed(409, "something.new"));
    reportFailure(failed(409, "", ""));
    expect(shown).toEqual([
      { kind: "error", message: "This token does not exist." },
      { kind: "error", message: "From the server." },
      { kind: "error", message: "Unknown error" },
    ]);
  });

  it("titles 429 and 500, and shows 405 as a warning", () => {
    reportFailure(
      new ApiError({ status: 429, code: "request.rate_limited", message: "", params: { seconds: 9 } }),
    );
    reportFailure(failed(500, "server.internal"));
    reportFailure(failed(405, ""));
    expect(shown).toEqual([
      { kind: "error", title: "Error 429", message: "Too many requests. Try again in 9 seconds." },
      {
        kind: "error",
        title: "Error 500",
        message: "Server error. Try again. If it happens again, contact your administrator.",
      },
      { kind: "info", title: "Error 405", message: "From the server." },
    ]);
  });

  it("counts one second and one of each object in the singular", () => {
    const limited = (seconds: number) =>
      new ApiError({ status: 429, code: "request.rate_limited", message: "", params: { seconds } });
    const params = { symbol: "vip", users: 1, tokens: 2, channels: 1 };
    reportFailure(limited(1));
    reportFailure(limited(2));
    reportFailure(new ApiError({ status: 409, code: "group.in_use", message: "", params }));
    expect(shown.map(({ message }) => message)).toEqual([
      "Too many requests. Try again in 1 second.",
      "Too many requests. Try again in 2 seconds.",
      "The user group vip is still used by 1 user, 2 tokens and 1 channel.",
    ]);
  });

  it("ends the session on 401, also for callers that show failures themselves", () => {
    session.begin(aUser());
    reportFailure(failed(401, "auth.required"), { silent: true });
    expect(session.user()).toBeUndefined();
    expect(shown).toEqual([]);
  });

  it("leaves field errors to their form", () => {
    const problem = { path: "name", code: "too_small", message: "Too small" };
    const error = new ApiError({ status: 400, code: "request.invalid", message: "", fields: [problem] });
    reportFailure(error, { formErrors: true });
    expect(shown).toEqual([]);
    reportFailure(error);
    expect(shown).toEqual([{ kind: "error", message: "Some fields are invalid." }]);
  });

  it("has a sentence for errors that are not server responses", () => {
    reportFailure(new TypeError("boom"));
    expect(shown).toEqual([{ kind: "error", message: "Unknown error" }]);
  });
});

type PageQuery = QueryObserver<string, Error, string, string, string[]>;

describe("a failed query", () => {
  let client: QueryClient;
  beforeEach(() => {
    client = createQueryClient();
    client.mount();
    return () => {
      client.clear();
      client.unmount();
    };
  });

  const limited = (seconds: number): ApiError =>
    new ApiError({ status: 429, code: "request.rate_limited", message: "", params: { seconds } });
  const rejected = { kind: "error", message: "This token does not exist." };

  /** A page with a query that settles as `ask` does. */
  function show(key: string, ask: () => Promise<string>, inPlace: boolean): PageQuery {
    const observer = new QueryObserver(client, {
      queryKey: [key],
      queryFn: ask,
      retry: false,
      ...(inPlace && { meta: { inPlace } }),
    });
    observer.subscribe(() => {});
    return observer;
  }
  const settled = async (...observers: PageQuery[]) => {
    await vi.waitFor(() => expect(observers.every((one) => !one.getCurrentResult().isFetching)).toBe(true));
    // All pending notifications have appeared.
    await new Promise((resolve) => setTimeout(resolve));
  };

  it("is sent and shown without internet access, since the server may be in the same network", async () => {
    onlineManager.setOnline(false);
    try {
      await settled(show("offline", () => Promise.reject(failed(404, "token.not_found")), false));
      expect(shown).toEqual([rejected]);
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it("shows no notification where the page shows it in place, nor for other failures of the same reason", async () => {
    const list = Promise.withResolvers<string>();
    const groups = show("groups", () => Promise.reject(limited(9)), false);
    const rows = show("rows", () => list.promise, true);
    await settled(groups);
    list.reject(limited(8));
    await settled(rows);
    expect(shown).toEqual([]);
  });

  it("shows a notification beside one that failed for another reason, or not at all", async () => {
    const rows = show("rows", () => Promise.reject(limited(9)), true);
    const others = show("others", () => Promise.resolve("here"), true);
    const groups = show("groups", () => Promise.reject(failed(404, "token.not_found")), false);
    await settled(rows, others, groups);
    expect(shown).toEqual([rejected]);
  });

  it("shows a notification where content is already shown", async () => {
    const answers = [Promise.resolve("here"), Promise.reject(failed(404, "token.not_found"))];
    answers[1]?.catch(() => {});
    const rows = show("rows", () => answers.shift() as Promise<string>, true);
    await settled(rows);
    await rows.refetch();
    await settled(rows);
    expect(shown).toEqual([rejected]);
  });

  it("is sent and fails visibly while the browser reports no network", async () => {
    onlineManager.setOnline(false);
    const rows = show("rows", () => Promise.reject(failed(404, "token.not_found")), false);
    const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(limited(9)) });
    await expect(change.execute(undefined)).rejects.toThrow();
    await settled(rows);
    onlineManager.setOnline(true);
    expect(shown.map(({ message }) => message).sort()).toEqual([
      "This token does not exist.",
      "Too many requests. Try again in 9 seconds.",
    ]);
  });

  it("shows a notification when the session ended, since its page closes", async () => {
    session.begin(aUser());
    await settled(show("rows", () => Promise.reject(failed(401, "auth.required")), true));
    expect(shown).toEqual([{ kind: "error", message: "Your session has ended. Sign in again." }]);
  });

  it("ends the session without waiting for parallel requests", async () => {
    session.begin(aUser());
    show("rows", () => new Promise(() => {}), true);
    await settled(show("groups", () => Promise.reject(failed(401, "auth.required")), false));
    expect(session.user()).toBeUndefined();
  });
});
