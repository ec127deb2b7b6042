import {
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from "./stand-in-server.ts";

export interface WeChatBridgeStandIn extends StandInServer {
  token: string;
  /** Codes that the account issued, with the person's id. A code stays valid. */
  codes: Map<string, string>;
  /** Faults of the next calls. */
  faults: StandInReply[];
  calls: string[];
}

/** A dot: a placeholder for the account's QR code image. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0zM5 5h1v1H5z"/></svg>';

/** The bridge between a WeChat account and a web server: returns the owner of a code. */
export async function startWeChatBridgeStandIn(): Promise<WeChatBridgeStandIn> {
  function answer({ path, query, headers }: StandInRequest): StandInReply {
    if (path === "/picture.svg")
      return { status: 200, text: picture, headers: { "content-type": "image/svg+xml" } };
    standIn.calls.push(path);
    const fault = standIn.faults.shift();
    if (fault !== undefined) return fault;
    if (path !== "/api/wechat/user") return { status: 404, text: "404 page not found" };
    if (headers.authorization !== standIn.token)
      return { status: 401, json: { success: false, message: "无权进行此操作，未登录或 token 无效" } };
    const code = query.get("code") ?? "";
    if (code === "") return { json: { success: false, message: "无效的参数" } };
    return { json: { success: true, message: "", data: standIn.codes.get(code) ?? "" } };
  }

  const standIn: WeChatBridgeStandIn = {
    ...(await startStandInServer(answer)),
    token: "wechat-bridge-token",
    codes: new Map(),
    faults: [],
    calls: [],
  };
  return standIn;
}
