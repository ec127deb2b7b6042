import { randomBytes } from "node:crypto";
import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface LarkPerson {
  open_id: string;
  name: string;
  en_name?: string;
  avatar_url?: string;
}

export interface LarkStandIn extends StandInServer {
  appId: string;
  appSecret: string;
  /** The person who approves. */
  person: LarkPerson | undefined;
  faults: Map<string, StandInReply[]>;
  calls: string[];
  code(person: LarkPerson): string;
}

/** Lark's authorization page and its three calls; failures have a code in the body. */
export async function startLarkStandIn(): Promise<LarkStandIn> {
  const codes = new Map<string, LarkPerson>();
  const tokens = new Map<string, LarkPerson>();
  const appToken = `a-${randomBytes(12).toString("hex")}`;

  function authorize(query: URLSearchParams): StandInReply {
    if (query.get("app_id") !== standIn.appId || !standIn.person) return { status: 400, text: "wrong app" };
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("code", standIn.code(standIn.person));
    back.searchParams.set("state", query.get("state") ?? "");
    return { redirect: back.href };
  }

  function giveAppToken(body: string): StandInReply {
    const form = JSON.parse(body) as Record<string, string>;
    if (form["app_id"] !== standIn.appId) return { json: { code: 10003, msg: "invalid param" } };
    if (form["app_secret"] !== standIn.appSecret) return { json: { code: 10014, msg: "app secret invalid" } };
    return {
      json: { code: 0, msg: "ok", app_access_token: appToken, expire: 7200, tenant_access_token: "t-x" },
    };
  }

  function exchange(bearer: string, body: string): StandInReply {
    const form = JSON.parse(body) as Record<string, string>;
    if (bearer !== appToken)
      return { status: 400, json: { code: 20014, msg: "The app access token is invalid." } };
    const person = codes.get(form["code"] ?? "");
    codes.delete(form["code"] ?? "");
    if (!person || form["grant_type"] !== "authorization_code")
      return { status: 400, json: { code: 20003, msg: "The authorization code is invalid." } };
    const token = `u-${randomBytes(12).toString("hex")}`;
    tokens.set(token, person);
    return {
      json: {
        code: 0,
        msg: "success",
        data: { access_token: token, token_type: "Bearer", expires_in: 7200 },
      },
    };
  }

  function answer({ path, query, headers, body }: StandInRequest): StandInReply {
    standIn.calls.push(path);
    const fault = standIn.faults.get(path)?.shift();
    if (fault !== undefined) return fault;
    const bearer = (headers.authorization ?? "").replace(/^Bearer /, "");
    if (path === "/open-apis/authen/v1/authorize") return authorize(query);
    if (path === "/open-apis/auth/v3/app_access_token/internal/") return giveAppToken(body);
    if (path === "/open-apis/authen/v1/oidc/access_token") return exchange(bearer, body);
    if (path === "/open-apis/authen/v1/user_info") {
      const person = tokens.get(bearer);
      if (!person) return { status: 400, json: { code: 20005, msg: "The user access token is invalid." } };
      return {
        json: {
          code: 0,
          msg: "success",
          data: { ...person, tenant_key: "tenant", email: "unproven@example.com" },
        },
      };
    }
    return { status: 404, text: "404 page not found" };
  }

  const standIn: LarkStandIn = {
    ...(await startStandInServer(answer)),
    appId: "cli_tollgate",
    appSecret: "lark-app-secret",
    person: undefined,
    faults: new Map(),
    calls: [],
    code(person) {
      const code = randomBytes(12).toString("hex");
      codes.set(code, person);
      return code;
    },
  };
  return standIn;
}
