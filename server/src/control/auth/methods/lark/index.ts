import type { Settings } from "@tollgate/contract/settings";
import type * as z from "zod";
import { callForJson } from "../../../call-service.ts";
import { type SignInService, serviceFailure } from "../method.ts";
import { appTokenAnswer, userAnswer, userTokenAnswer } from "./wire.ts";

const service = "Lark";

/** Lark and Feishu: the app's token, with it the person's token, with that the identity. */
export const lark: SignInService = {
  kind: "lark",
  service,
  column: "lark_id",
  reportsEmail: false,
  isOn: (settings) =>
    settings.LarkAuthEnabled && settings.LarkClientId !== "" && settings.LarkClientSecret !== "",

  async identify({ code }, settings) {
    const app = await post(appTokenAnswer, addressOf("/auth/v3/app_access_token/internal/", settings), {
      app_id: settings.LarkClientId,
      app_secret: settings.LarkClientSecret,
    }).catch(unreachable);
    if (app.code !== 0 || !app.app_access_token)
      throw serviceFailure("oauth.misconfigured", service, failureOf(app));
    const exchanged = await post(
      userTokenAnswer,
      addressOf("/authen/v1/oidc/access_token", settings),
      { grant_type: "authorization_code", code },
      app.app_access_token,
    ).catch(unreachable);
    const accessToken = exchanged.data?.access_token;
    if (exchanged.code !== 0 || !accessToken)
      throw serviceFailure("oauth.refused", service, failureOf(exchanged));
    // The code is used up by now; a second attempt with it would be rejected.
    const { body } = await callForJson(userAnswer, addressOf("/authen/v1/user_info", settings), {
      headers: { authorization: `Bearer ${accessToken}` },
    }).catch((error: unknown) => {
      throw serviceFailure("oauth.broken_off", service, error);
    });
    const person = body.data;
    if (body.code !== 0 || !person?.open_id)
      throw serviceFailure("oauth.broken_off", service, failureOf(body));
    return {
      id: person.open_id,
      name: person.en_name || person.name || "",
      displayName: person.name || person.en_name || "",
      avatarUrl: person.avatar_url ?? "",
      email: "",
    };
  },
};

function addressOf(path: string, settings: Settings): string {
  return `${settings.LarkAddress}/open-apis${path}`;
}

async function post<Shape extends z.ZodType>(
  shape: Shape,
  url: string,
  body: object,
  token?: string,
): Promise<z.output<Shape>> {
  const answer = await callForJson(shape, url, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return answer.body;
}

function unreachable(error: unknown): never {
  throw serviceFailure("oauth.unreachable", service, error);
}

function failureOf(answer: { code: number; msg?: string | null | undefined }): Error {
  return new Error(`Lark answered ${answer.code}: ${answer.msg ?? ""}`);
}
