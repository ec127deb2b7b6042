import { rootPassword } from "./server.ts";

/** Every way to sign in, with what it needs to be switched on. */
const signInMethods = {
  github: { GitHubOAuthEnabled: true, GitHubClientId: "id", GitHubClientSecret: "secret" },
  oidc: {
    OIDCAuthEnabled: true,
    OIDCIssuer: "https://id.example",
    OIDCClientId: "id",
    OIDCClientSecret: "secret",
  },
  lark: { LarkAuthEnabled: true, LarkClientId: "id", LarkClientSecret: "secret" },
  wechat: {
    WeChatAuthEnabled: true,
    WeChatServerAddress: "https://wechat.example",
    WeChatServerToken: "secret",
    WeChatAccountQRCodeImageURL: "/favicon.svg",
  },
};

/** As the super administrator would in the settings. */
export async function switchOnSignInMethods(url: string): Promise<void> {
  const send = async (method: string, path: string, body: object, cookie = ""): Promise<Response> => {
    const headers = { "content-type": "application/json", cookie };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const signedIn = await send("POST", "/api/user/login", { username: "root", password: rootPassword });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((entry) => entry.split(";")[0])
    .join("; ");
  for (const [section, values] of Object.entries(signInMethods))
    await send("PUT", `/api/option/section/${section}`, { values }, cookie);
}
