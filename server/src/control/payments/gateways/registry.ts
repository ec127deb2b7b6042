import { gateway as alipay } from "./alipay/index.ts";
import type { PaymentGateway } from "./gateway.ts";
import { gateway as wechatPay } from "./wechat-pay/index.ts";

/** Every kind of payment gateway, one line each, in the order of the list of kinds. */
export const gateways: readonly PaymentGateway[] = [alipay, wechatPay];
