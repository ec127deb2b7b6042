import { type MailMessage, writeTime } from "../mail-content.ts";
import type { NoticeContent, PaymentProblem } from "../notice-content.ts";

const problems: Record<PaymentProblem, string> = {
  wrong_amount: "实付金额与订单金额不符，未入账。",
  wrong_currency: "实付币种与订单币种不符，未入账。",
  paid_twice: "订单被重复支付，仅首笔已入账。",
  disputed: "用户发起拒付，相应额度已扣回。",
  refund_failed: "退款未到达用户，请在支付网关处理。对应额度仍处于扣回状态。",
  refund_returned: "退款失败，款项已退回本方账户，对应额度已恢复。",
  refund_refused: "支付网关拒绝了退款，余额未变。",
};

/** Notices to administrators in Chinese. */
export function writeChineseNotice(content: NoticeContent, site: { name: string }): MailMessage {
  const time: [string, string] = ["时间", writeTime(content.time)];
  switch (content.kind) {
    case "channel_disabled":
      return {
        subject: `渠道「${content.name}」已被自动禁用`,
        paragraphs: [`${site.name} 因上游拒绝请求，自动禁用了一个渠道。`],
        facts: [
          ["渠道", `${content.name}（#${content.id}）`],
          ["原因", content.reason],
          ...call(content),
          time,
        ],
        closing: "详情请查看控制台中的渠道记录。",
      };
    case "channel_enabled":
      return {
        subject: `渠道「${content.name}」已恢复启用`,
        paragraphs: [`渠道测试通过，${site.name} 已自动恢复该渠道。`],
        facts: [
          ["渠道", `${content.name}（#${content.id}）`],
          ...call({ model: content.model, status: 0 }),
          time,
        ],
      };
    case "test_summary":
      return {
        subject: `渠道测试：${content.passed} 个通过，${content.failed} 个失败`,
        paragraphs: [`${site.name} 的渠道测试已完成。`],
        facts: [
          ["通过", String(content.passed)],
          ["失败", String(content.failed)],
          ["跳过", String(content.skipped)],
          ["禁用", String(content.disabled)],
          ["恢复启用", String(content.enabled)],
          time,
        ],
      };
    case "balance_low":
      return {
        subject: `渠道「${content.name}」余额不足`,
        paragraphs: [`${site.name} 某渠道的上游账户余额低于阈值。`],
        facts: [
          ["渠道", `${content.name}（#${content.id}）`],
          ["余额", content.balance],
          ["阈值", content.threshold],
          time,
        ],
      };
    case "models_gone":
      return {
        subject: `渠道「${content.name}」的部分模型上游不再列出`,
        paragraphs: [
          `${site.name} 某渠道的上游不再列出其中的部分模型。这些模型已被标记，仍可调用，但可能失败。`,
        ],
        facts: [["渠道", `${content.name}（#${content.id}）`], ["模型", content.models], time],
        closing: "系统未删除任何模型，请在控制台中移除或映射这些模型。",
      };
    case "books_differ":
      return {
        subject: "对账差异",
        paragraphs: [`${site.name} 的每日对账发现余额、用量、订单或账本之间存在差异。`],
        facts: [["差异数", content.count], ["前几项", content.lines], time],
        closing: "系统未做任何修改。请在数据看板查看全部差异，或运行 npm run reconcile 重新对账。",
      };
    case "payment_problem":
      return {
        subject: `订单 ${content.order} 需要处理`,
        paragraphs: [problems[content.problem]],
        facts: [["订单号", content.order], ["金额", content.amount], time],
        closing: `详情请在 ${site.name} 控制台查看该订单的记录。`,
      };
    case "queue_stuck":
      return {
        subject: content.name === "" ? "邮件发送积压" : `通知渠道「${content.name}」发送积压`,
        paragraphs: [
          `${site.name} 的${content.name === "" ? "邮件" : `通知渠道「${content.name}」`}有消息长时间未能发出。`,
        ],
        facts: [
          ["积压数", String(content.waiting)],
          ["最早入队", writeTime(content.since)],
          ["最近错误", content.reason],
          time,
        ],
      };
    case "new_version":
      return {
        subject: `Tollgate ${content.version} 已发布`,
        paragraphs: [`${site.name} 当前版本为 ${content.current}，最新版本为 ${content.version}。`],
        facts: [["发布页", content.address], time],
      };
  }
}

function call({ model, status }: { model: string; status: number }): [string, string][] {
  return [
    ...(model === "" ? [] : [["模型", model] as [string, string]]),
    ...(status === 0 ? [] : [["状态码", String(status)] as [string, string]]),
  ];
}
