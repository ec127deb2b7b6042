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
  /** The person who approves; undefined: denies. */
  person: GitHubPerson | undefined;
  /** Registered callback URL of the app; browsers are redirected to it. */
  callback: string;
  /** Faults of the next calls by path: first in, first out. */
  faults: Map<string, StandInReply[]>;
  /** Called paths, in order. */
  calls: string[];
  /** A code as in the browser's redirect. */
  code(person: GitHubPerson): string;
}

/** GitHub's web flow and the API calls that sign-in uses; a code is valid for one exchange. */
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
