import { gateway as alipay } from "./alipay/index.ts";
import { gateway as card } from "./card/index.ts";
import { gateway as easyPay } from "./easy-pay/index.ts";
import type { PaymentGateway } from "./gateway.ts";
import { gateway as wechatPay } from "./wechat-pay/index.ts";

/** Every kind of payment gateway, one line each, in the order of the list of kinds. */
export const gateways: readonly PaymentGateway[] = [easyPay, alipay, wechatPay, card];
