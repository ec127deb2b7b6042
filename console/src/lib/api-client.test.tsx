import { login } from "@tollgate/contract/auth";
import { listPrices, updatePrice } from "@tollgate/contract/pricing";
import { deleteToken, getToken, listTokens } from "@tollgate/contract/tokens";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { answer, apiServer, reject, unreachable } from "../../test/api-mock";
import { aPage, aUser } from "../../test/builders";
import { addressOf, call } from "./api-client";
import { ApiError } from "./api-error";

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("expected an ApiError");
  return error;
}

describe("addressOf", () => {
  it("fills names and the star, encoded", () => {
    expect(addressOf(getToken.path, { params: { id: 7 } })).toBe("/api/token/7");
    expect(addressOf(updatePrice.path, { params: { "*": "org/model v1" } })).toBe(
      "/api/prices/single/org%2Fmodel%20v1",
    );
  });

  it("leaves out empty and absent query values but keeps zero and false", () => {
    expect(addressOf("/api/x", { query: { a: "", b: undefined, c: 0, d: false, e: "ü" } })).toBe(
      "/api/x?c=0&d=false&e=%C3%BC",
    );
    expect(addressOf("/api/x", { query: { a: "" } })).toBe("/api/x");
  });
});

describe("call", () => {
  it("sends query and body and returns the envelope's data", async () => {
    const lists = answer(listTokens, aPage([]));
    await expect(call(listTokens, { query: { page: 2, keyword: "ci" } })).resolves.toEqual(aPage([]));
    expect(lists[0]?.query).toEqual({ page: "2", keyword: "ci" });

    const logins = answer(login, aUser());
    await call(login, { body: { username: "ada", password: "correct horse" } });
    expect(logins[0]?.body).toEqual({ username: "ada", password: "correct horse" });
  });

  it("throws code, parameters, fields and status of a rejection", async () => {
    reject(deleteToken, "token.not_found");
    expect(await failureOf(call(deleteToken, { params: { id: 1 } }))).toMatchObject({
      code: "token.not_found",
      status: 404,
      message: "This token does not exist.",
    });
    const fields = [{ path: "name", code: "too_small", message: "Too small" }];
    reject(login, "request.invalid", { fields });
    const error = await failureOf(call(login, { body: { username: "a", password: "b" } }));
    expect(error.fields).toEqual(fields);
  });

  it("distinguishes an unreachable server from an error response", async () => {
    unreachable(listPrices);
    expect(await failureOf(call(listPrices))).toMatchObject({ code: "client.unreachable", status: 0 });
  });

  it("rejects an answer that breaks the contract", async () => {
    apiServer.use(
      http.get("*/api/prices", () => HttpResponse.json({ success: true, message: "", data: [{ model: 5 }] })),
    );
    expect(await failureOf(call(listPrices))).toMatchObject({ code: "client.bad_answer" });
  });

  it("handles a response without an envelope", async () => {
    apiServer.use(http.get("*/api/prices", () => new HttpResponse("<html>Broken</html>", { status: 500 })));
    expect(await failureOf(call(listPrices))).toMatchObject({ code: "server.internal", status: 500 });
  });

  it.each([502, 503, 504])("treats a proxy's %i as an unreachable server", async (status) => {
    apiServer.use(http.get("*/api/prices", () => new HttpResponse("<html>Bad gateway</html>", { status })));
    expect(await failureOf(call(listPrices))).toMatchObject({ code: "client.unreachable", status });
  });

  it("keeps the request id of the answer", async () => {
    apiServer.use(
      http.get("*/api/prices", () =>
        HttpResponse.json(
          { success: false, message: "No.", code: "server.internal" },
          { status: 500, headers: { "x-request-id": "r-1" } },
        ),
      ),
    );
    expect(await failureOf(call(listPrices))).toMatchObject({ requestId: "r-1" });
  });

  it("rethrows the abort of an aborted call", async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(call(listPrices, { signal: abort.signal })).rejects.not.toBeInstanceOf(ApiError);
  });

  it("sends a change once while the same one is under way, and again afterwards", async () => {
    const calls = answer(deleteToken, null);
    const press = (id: number) => call(deleteToken, { params: { id } });
    const [first, second] = await Promise.all([press(3), press(3), press(4)]);
    expect(second).toEqual(first);
    expect(calls.map(({ params }) => params["id"])).toEqual(["3", "4"]);
    await press(3);
    expect(calls).toHaveLength(3);
    reject(deleteToken, "token.not_found");
    const failed = await Promise.allSettled([press(3), press(3)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    answer(deleteToken, null);
    await press(3);
  });
});
