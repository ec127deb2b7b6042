import { type MailMessage, writeTime } from "../mail-content.ts";
import type { NoticeContent, PaymentProblem } from "../notice-content.ts";

const problems: Record<PaymentProblem, string> = {
  wrong_amount: "The amount paid differs from the amount of the order. Nothing was credited.",
  wrong_currency: "The currency paid differs from the currency of the order. Nothing was credited.",
  paid_twice: "The order was paid twice. Only the first payment was credited.",
  disputed: "The payment was disputed and charged back. The quota was deducted from the balance.",
  refund_failed:
    "A refund did not reach the user. Complete it at the payment gateway. Its quota stays deducted.",
  refund_returned:
    "A refund failed and the money is back in your account. Its quota was added to the balance again.",
  refund_refused: "The payment gateway rejected a refund. The balance did not change.",
};

/** Notices to administrators in English. */
export function writeEnglishNotice(content: NoticeContent, site: { name: string }): MailMessage {
  const time: [string, string] = ["Time", writeTime(content.time)];
  switch (content.kind) {
    case "channel_disabled":
      return {
        subject: `Channel ${content.name} was disabled`,
        paragraphs: [
          `${site.name} disabled a channel automatically because its provider rejected a request.`,
        ],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ["Reason", content.reason],
          ...call(content),
          time,
        ],
        closing: "See the channel's history in the console for details.",
      };
    case "channel_enabled":
      return {
        subject: `Channel ${content.name} was enabled`,
        paragraphs: [`${site.name} enabled a channel automatically because its test passed.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ...call({ model: content.model, status: 0 }),
          time,
        ],
      };
    case "test_summary":
      return {
        subject: `Channel tests: ${content.passed} passed, ${content.failed} failed`,
        paragraphs: [`A channel test at ${site.name} has finished.`],
        facts: [
          ["Passed", String(content.passed)],
          ["Failed", String(content.failed)],
          ["Skipped", String(content.skipped)],
          ["Disabled", String(content.disabled)],
          ["Re-enabled", String(content.enabled)],
          time,
        ],
      };
    case "balance_low":
      return {
        subject: `Low balance: channel ${content.name}`,
        paragraphs: [`The provider account of a channel at ${site.name} is below its balance threshold.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ["Balance", content.balance],
          ["Threshold", content.threshold],
          time,
        ],
      };
    case "models_gone":
      return {
        subject: `Models no longer listed: channel ${content.name}`,
        paragraphs: [
          `The provider of a channel at ${site.name} no longer lists some of its models. They are marked and still offered, but requests for them may fail.`,
        ],
        facts: [["Channel", `${content.name} (#${content.id})`], ["Models", content.models], time],
        closing: "No model was removed. Remove or map the models in the console.",
      };
    case "books_differ":
      return {
        subject: "Ledger differences",
        paragraphs: [
          `The daily reconciliation of ${site.name} found differences between balances, usage, orders and the ledger.`,
        ],
        facts: [["Differences", content.count], ["First differences", content.lines], time],
        closing:
          "Nothing was changed. The dashboard lists every difference. Run npm run reconcile to check again.",
      };
    case "payment_problem":
      return {
        subject: `Payment problem: order ${content.order}`,
        paragraphs: [problems[content.problem]],
        facts: [["Order", content.order], ["Amount", content.amount], time],
        closing: `See the order's timeline at ${site.name} for details.`,
      };
    case "queue_stuck":
      return {
        subject: content.name === "" ? "Delivery backlog: email" : `Delivery backlog: ${content.name}`,
        paragraphs: [
          content.name === ""
            ? `${site.name} could not send some emails for a while.`
            : `${site.name} could not send some notices to ${content.name} for a while.`,
        ],
        facts: [
          ["Waiting", String(content.waiting)],
          ["Oldest", writeTime(content.since)],
          ["Last error", content.reason],
          time,
        ],
      };
    case "new_version":
      return {
        subject: `Tollgate ${content.version} is available`,
        paragraphs: [`${site.name} runs ${content.current}. The latest release is ${content.version}.`],
        facts: [["Release", content.address], time],
      };
  }
}

function call({ model, status }: { model: string; status: number }): [string, string][] {
  return [
    ...(model === "" ? [] : [["Model", model] as [string, string]]),
    ...(status === 0 ? [] : [["Status", String(status)] as [string, string]]),
  ];
}
