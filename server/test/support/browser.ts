import { type Answer, openAnswer } from "./as-user.ts";
import type { TestUser } from "./builders.ts";
import type { ControlApp } from "./control-app.ts";

/** One person's browser: it stores cookies, and sends the origin like a browser. */
export interface Browser {
  call<T = unknown>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    body?: unknown,
  ): Promise<Answer<T>>;
  signIn(user: TestUser): Promise<Answer<unknown>>;
  /** Value of a stored cookie. */
  cookie(name: string): string | undefined;
  /** Another window with the same cookies. */
  copy(): Browser;
}

export const browserOrigin = "https://gate.example.org";

export function aBrowser(
  running: ControlApp,
  options: { userAgent?: string; ip?: string; cookies?: Map<string, string> } = {},
): Browser {
  const cookies = new Map(options.cookies);
  const browser: Browser = {
    async call(method, url, body) {
      const response = await running.app.inject({
        method,
        url,
        headers: {
          host: new URL(browserOrigin).host,
          origin: browserOrigin,
          "sec-fetch-site": "same-origin",
          ...(options.userAgent && { "user-agent": options.userAgent }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        ...(options.ip && { remoteAddress: options.ip }),
        ...(body !== undefined && { payload: body as object }),
      });
      for (const { name, value } of response.cookies) {
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return openAnswer(response);
    },
    signIn: ({ username, password }) => browser.call("POST", "/api/user/login", { username, password }),
    cookie: (name) => cookies.get(name),
    copy: () => aBrowser(running, { ...options, cookies: new Map(cookies) }),
  };
  return browser;
}

/** Statuses of concurrent calls, in ascending order. */
export function statusesOf(answers: readonly { status: number }[]): number[] {
  return answers.map((answer) => answer.status).sort((a, b) => a - b);
}
