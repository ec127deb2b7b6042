import { randomBytes } from "node:crypto";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface GitHubPerson {
  id: number;
  login: string;
  name?: string | null;
  avatar_url?: string;
  emails?: { email: string; primary: boolean; verified: boolean }[];
}

export interface GitHubStandIn extends StandInServer {
  clientId: string;
  clientSecret: string;
  /** Who sits at the browser and says yes; undefined: says no. */
  person: GitHubPerson | undefined;
  /** Where the app's callback is registered; a browser is sent back to it. */
  callback: string;
  /** What goes wrong at a path for the next calls: first in, first out. */
  faults: Map<string, StandInReply[]>;
  /** Paths that were called, in order. */
  calls: string[];
  /** A code as the browser would bring it back. */
  code(person: GitHubPerson): string;
}

/** GitHub's web flow and the calls of its API that signing in takes; a code is good for one exchange. */
export async function startGitHubStandIn(): Promise<GitHubStandIn> {
  const codes = new Map<string, GitHubPerson>();
  const tokens = new Map<string, GitHubPerson>();

  function exchange(body: string): StandInReply {
    const form = JSON.parse(body) as Record<string, string>;
    if (form["client_id"] !== standIn.clientId) return { status: 404, json: { error: "Not Found" } };
    if (form["client_secret"] !== standIn.clientSecret)
      return { json: { error: "incorrect_client_credentials", error_description: "The client_id and/or …" } };
    const person = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    if (!person)
      return {
        json: {
          error: "bad_verification_code",
          error_description: "The code passed is incorrect or expired.",
        },
      };
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.set(token, person);
    return { json: { access_token: token, token_type: "bearer", scope: "user:email" } };
  }

  function authorize(query: URLSearchParams): StandInReply {
    const back = new URL(standIn.callback);
    if (query.get("client_id") !== standIn.clientId) return { status: 404, text: "Not Found" };
    if (standIn.person) back.searchParams.set("code", standIn.code(standIn.person));
    else back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", query.get("state") ?? "");
    return { redirect: back.href };
  }

  function answer({ path, query, headers, body }: StandInRequest): StandInReply {
    standIn.calls.push(path);
    const fault = standIn.faults.get(path)?.shift();
    if (fault !== undefined) return fault;
    if (path === "/login/oauth/authorize") return authorize(query);
    if (path === "/login/oauth/access_token") return exchange(body);
    if (headers["user-agent"] === undefined) return { status: 403, json: { message: "no user agent" } };
    const person = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    if (!person) return { status: 401, json: { message: "Bad credentials" } };
    if (path === "/user") {
      const { emails: _, ...profile } = person;
      return { json: { email: "shown@example.com", name: null, ...profile } };
    }
    if (path === "/user/emails") return { json: person.emails ?? [] };
    return { status: 404, json: { message: "Not Found" } };
  }

  const standIn: GitHubStandIn = {
    ...(await startStandInServer(answer)),
    clientId: "Iv1.tollgate",
    clientSecret: "github-client-secret",
    person: undefined,
    callback: "",
    faults: new Map(),
    calls: [],
    code(person) {
      const code = randomBytes(10).toString("hex");
      codes.set(code, person);
      return code;
    },
  };
  return standIn;
}
