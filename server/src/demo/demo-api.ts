import type { App } from "../build-app.ts";

interface DemoRequest {
  /** Default: POST. */
  method?: "POST" | "PUT";
  url: string;
  payload: object;
}

/**
 * Reserved for documentation (RFC 5737): filling the demo uses up none of the sign-in limit of its visitors' address.
 */
const remoteAddress = "192.0.2.1";

/** Calls of the console API as people of the demo. Each signs in once. */
export class DemoApi {
  readonly #app: App;
  readonly #password: string;
  readonly #sessions = new Map<string, string>();

  constructor(app: App, password: string) {
    this.#app = app;
    this.#password = password;
  }

  /** @returns the data of the response */
  async send(username: string, { method = "POST", url, payload }: DemoRequest): Promise<unknown> {
    const cookies = { session: await this.#sessionOf(username) };
    const answer = await this.#app.server.inject({ method, url, payload, cookies, remoteAddress });
    if (answer.statusCode !== 200) throw new Error(`The demo cannot fill ${url}: ${answer.body}`);
    return answer.json<{ data: unknown }>().data;
  }

  async #sessionOf(username: string): Promise<string> {
    const known = this.#sessions.get(username);
    if (known !== undefined) return known;
    const payload = { username, password: this.#password };
    const answer = await this.#app.server.inject({
      method: "POST",
      url: "/api/user/login",
      payload,
      remoteAddress,
    });
    const session = answer.cookies.find(({ name }) => name === "session")?.value;
    if (session === undefined) throw new Error(`The demo cannot sign in as ${username}: ${answer.body}`);
    this.#sessions.set(username, session);
    return session;
  }
}
