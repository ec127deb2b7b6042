import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../test/builders";
import { ApiError } from "./api-error";
import { startI18n } from "./i18n/i18n";
import { hostNotifications, type Notification } from "./notifications/notifications";
import { reportFailure } from "./query-client";
import { session } from "./session/session";

let told: Pick<Notification, "kind" | "title" | "message">[] = [];

beforeEach(async () => {
  await startI18n();
  told = [];
  const stop = hostNotifications(({ kind, title, message }) =>
    told.push({ kind, ...(title && { title }), message }),
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
    expect(told).toEqual([
      { kind: "error", message: "This token does not exist." },
      { kind: "error", message: "From the server." },
      { kind: "error", message: "Unknown error" },
    ]);
  });

  it("titles 429 and 500, and tells 405 more softly", () => {
    reportFailure(
      new ApiError({ status: 429, code: "request.rate_limited", message: "", params: { seconds: 9 } }),
    );
    reportFailure(failed(500, "server.internal"));
    reportFailure(failed(405, ""));
    expect(told).toEqual([
      { kind: "error", title: "Error 429", message: "Too many requests. Try again in 9 seconds." },
      { kind: "error", title: "Error 500", message: "Server error. Something went wrong on the server." },
      { kind: "info", title: "Error 405", message: "From the server." },
    ]);
  });

  it("ends the session on 401, also for callers that show failures themselves", () => {
    session.begin(aUser());
    reportFailure(failed(401, "auth.required"), { silent: true });
    expect(session.user()).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("leaves problems of fields to their form", () => {
    const problem = { path: "name", code: "too_small", message: "Too small" };
    const error = new ApiError({ status: 400, code: "request.invalid", message: "", fields: [problem] });
    reportFailure(error, { formErrors: true });
    expect(told).toEqual([]);
    reportFailure(error);
    expect(told).toEqual([{ kind: "error", message: "Some fields are not valid." }]);
  });

  it("has a sentence for what is no answer of the server at all", () => {
    reportFailure(new TypeError("boom"));
    expect(told).toEqual([{ kind: "error", message: "Unknown error" }]);
  });
});
