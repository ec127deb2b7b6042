import type { FieldProblem } from "@tollgate/contract/envelope";
import type { LightMyRequestResponse } from "fastify";
import type { ControlApp } from "./control-app.ts";
import { rootPassword } from "./control-app.ts";
import type { TestUser } from "./builders.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE" | "HEAD";

/** A response without its envelope. `data` has the type that a test expects: the contract checks it anyway. */
export interface Answer<T> {
  status: number;
  headers: LightMyRequestResponse["headers"];
  body: {
    success: boolean;
    message: string;
    data: T;
    code?: string;
    params?: Record<string, string | number>;
    fields?: FieldProblem[];
    request_id?: string;
  };
  data: T;
  code: string | undefined;
  text: string;
}

/** Sends calls like one user's browser or script. */
export interface Client {
  call<T = unknown>(method: Method, url: string, body?: unknown): Promise<Answer<T>>;
  get<T = unknown>(url: string): Promise<Answer<T>>;
  post<T = unknown>(url: string, body?: unknown): Promise<Answer<T>>;
  put<T = unknown>(url: string, body?: unknown): Promise<Answer<T>>;
  delete<T = unknown>(url: string): Promise<Answer<T>>;
}

/** `headers` are sent with every call; a browser's own headers are not added unless named. */
export function client(running: ControlApp, headers: Record<string, string> = {}): Client {
  async function call<T>(method: Method, url: string, body?: unknown): Promise<Answer<T>> {
    const response = await running.app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    });
    return openAnswer<T>(response);
  }
  return {
    call,
    get: (url) => call("GET", url),
    post: (url, body) => call("POST", url, body),
    put: (url, body) => call("PUT", url, body),
    delete: (url) => call("DELETE", url),
  };
}

export function openAnswer<T>(response: LightMyRequestResponse): Answer<T> {
  const text = response.body;
  const json = String(response.headers["content-type"] ?? "").includes("application/json") && text !== "";
  const body = (json ? JSON.parse(text) : {}) as Answer<T>["body"];
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    data: body.data,
    code: body.code,
    text,
  };
}

/** No user. */
export function asVisitor(running: ControlApp): Client {
  return client(running);
}

/** Signs in with a password and keeps the session cookie. */
export async function asUser(running: ControlApp, user: TestUser): Promise<Client> {
  return client(running, { cookie: `session=${await signIn(running, user)}` });
}

export async function asRoot(running: ControlApp): Promise<Client> {
  return asUser(running, { id: 1, username: "root", password: rootPassword });
}

/** The cookie value of a new session. */
export async function signIn(running: ControlApp, user: TestUser): Promise<string> {
  const response = await running.app.inject({
    method: "POST",
    url: "/api/user/login",
    payload: { username: user.username, password: user.password },
  });
  const cookie = response.cookies.find((one) => one.name === "session");
  if (!cookie) throw new Error(`${user.username} could not sign in: ${response.body}`);
  return cookie.value;
}

/** With an access token instead of a session. */
export async function asScript(running: ControlApp, user: TestUser): Promise<Client> {
  const browser = await asUser(running, user);
  const { data } = await browser.get<string>("/api/user/token");
  return client(running, { authorization: `Bearer ${data}` });
}
