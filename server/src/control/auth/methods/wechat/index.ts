import { AppError } from "../../../../platform/app-error.ts";
import { callForJson } from "../../../call-service.ts";
import { type SignInService, serviceFailure } from "../method.ts";
import { bridgeAnswer } from "./wire.ts";

const service = "WeChat";

/**
 * A WeChat account behind a bridge: people get a code from the account, and the bridge returns whose it is. The bridge
 * expires a code after three minutes; the caller ensures that each counts once.
 */
export const weChat: SignInService = {
  kind: "wechat",
  service,
  column: "wechat_id",
  reportsEmail: false,
  isOn: (settings) =>
    settings.WeChatAuthEnabled && settings.WeChatServerAddress !== "" && settings.WeChatServerToken !== "",

  async identify({ code }, settings) {
    const url = `${settings.WeChatServerAddress}/api/wechat/user?code=${encodeURIComponent(code)}`;
    const { status, body } = await callForJson(bridgeAnswer, url, {
      headers: { authorization: settings.WeChatServerToken },
    }).catch((error: unknown) => {
      throw serviceFailure("oauth.unreachable", service, error);
    });
    if (status === 401 || status === 403)
      throw serviceFailure("oauth.misconfigured", service, new Error(`the bridge answered ${status}`));
    if (!body.success || !body.data) throw new AppError("oauth.wechat_code_wrong");
    return { id: body.data, name: "", displayName: "", avatarUrl: "", email: "" };
  },
};
