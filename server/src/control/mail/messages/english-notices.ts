import { type MailMessage, writeTime } from "../mail-content.ts";
import type { NoticeContent, PaymentProblem } from "../notice-content.ts";

const problems: Record<PaymentProblem, string> = {
  wrong_amount: "The amount paid is not the amount of the order. Nothing was credited.",
  wrong_currency: "The currency paid is not the currency of the order. Nothing was credited.",
  paid_twice: "The order was paid a second time. Only the first payment was credited.",
  disputed: "The customer's bank took the payment back. The balance was reduced.",
  refund_failed: "A refund came back. The balance was reduced and the money is still here.",
  refund_refused: "The gateway rejected a refund. Nothing was booked.",
};

/** Notices to administrators in English. */
export function writeEnglishNotice(content: NoticeContent, site: { name: string }): MailMessage {
  const time: [string, string] = ["Time", writeTime(content.time)];
  switch (content.kind) {
    case "channel_disabled":
      return {
        subject: `Channel ${content.name} was disabled`,
        paragraphs: [`${site.name} disabled a channel because its upstream rejected a call.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ["Reason", content.reason],
          ...call(content),
          time,
        ],
        closing: "The channel's history in the console has the details.",
      };
    case "channel_enabled":
      return {
        subject: `Channel ${content.name} was enabled`,
        paragraphs: [`${site.name} enabled a channel again because its test passed.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ...call({ model: content.model, status: 0 }),
          time,
        ],
      };
    case "test_summary":
      return {
        subject: `Channel tests: ${content.passed} passed, ${content.failed} failed`,
        paragraphs: [`A test of channels at ${site.name} has ended.`],
        facts: [
          ["Passed", String(content.passed)],
          ["Failed", String(content.failed)],
          ["Skipped", String(content.skipped)],
          ["Disabled", String(content.disabled)],
          ["Enabled again", String(content.enabled)],
          time,
        ],
      };
    case "balance_low":
      return {
        subject: `Channel ${content.name}: balance is low`,
        paragraphs: [`The upstream account of a channel at ${site.name} is running out of money.`],
        facts: [
          ["Channel", `${content.name} (#${content.id})`],
          ["Balance", content.balance],
          ["Threshold", content.threshold],
          time,
        ],
      };
    case "models_gone":
      return {
        subject: `Channel ${content.name}: models are gone`,
        paragraphs: [
          `The provider of a channel at ${site.name} no longer lists some of its models. They are marked and still offered; calls to them may fail.`,
        ],
        facts: [["Channel", `${content.name} (#${content.id})`], ["Models", content.models], time],
        closing: "Remove or map them in the console. Nothing was removed.",
      };
    case "books_differ":
      return {
        subject: "The books disagree",
        paragraphs: [
          `The daily check of ${site.name} found figures that disagree: balances, usage, orders or the ledger.`,
        ],
        facts: [["Differences", content.count], ["The first ones", content.lines], time],
        closing:
          "Nothing was repaired. The dashboard lists every difference; npm run reconcile checks again.",
      };
    case "payment_problem":
      return {
        subject: `Order ${content.order} needs a look`,
        paragraphs: [problems[content.problem]],
        facts: [["Order", content.order], ["Amount", content.amount], time],
        closing: `The order's timeline at ${site.name} has the details.`,
      };
    case "queue_stuck":
      return {
        subject: content.name === "" ? "Mails are not sent" : `Notices to ${content.name} are not sent`,
        paragraphs: [
          `Messages of ${site.name} have been waiting for a while in the queue of ${content.name || "mails"}.`,
        ],
        facts: [
          ["Waiting", String(content.waiting)],
          ["Since", writeTime(content.since)],
          ["Last error", content.reason],
          time,
        ],
      };
    case "new_version":
      return {
        subject: `Tollgate ${content.version} is available`,
        paragraphs: [`${site.name} runs ${content.current}; ${content.version} is the newest release.`],
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
