import { type MailMessage, writeTime } from "../mail-content.ts";
import type { NoticeContent, PaymentProblem } from "../notice-content.ts";

const problems: Record<PaymentProblem, string> = {
  wrong_amount: "支払額が注文の金額と一致しません。残高には反映していません。",
  wrong_currency: "支払いの通貨が注文の通貨と一致しません。残高には反映していません。",
  paid_twice: "同じ注文が 2 回支払われました。残高に反映したのは最初の支払いだけです。",
  disputed: "チャージバックが発生しました。残高から差し引きました。",
  refund_failed:
    "返金がユーザーに届いていません。決済ゲートウェイで返金を完了してください。額は差し引いたままです。",
  refund_returned: "返金が失敗し、代金が戻されました。差し引いた額は残高に戻しました。",
  refund_refused: "決済ゲートウェイが返金を拒否しました。残高は変わっていません。",
};

/** Notices to administrators in Japanese. */
export function writeJapaneseNotice(content: NoticeContent, site: { name: string }): MailMessage {
  const time: [string, string] = ["日時", writeTime(content.time)];
  switch (content.kind) {
    case "channel_disabled":
      return {
        subject: `チャネル「${content.name}」が無効になりました`,
        paragraphs: [
          `プロバイダーがリクエストを拒否したため、${site.name} がチャネルを自動的に無効にしました。`,
        ],
        facts: [
          ["チャネル", `${content.name}（#${content.id}）`],
          ["理由", content.reason],
          ...call(content),
          time,
        ],
        closing: "詳しくはコンソールのチャネル履歴をご覧ください。",
      };
    case "channel_enabled":
      return {
        subject: `チャネル「${content.name}」が再び有効になりました`,
        paragraphs: [`テストに成功したため、${site.name} がチャネルを再び有効にしました。`],
        facts: [
          ["チャネル", `${content.name}（#${content.id}）`],
          ...call({ model: content.model, status: 0 }),
          time,
        ],
      };
    case "test_summary":
      return {
        subject: `チャネルのテスト：成功 ${content.passed} 件、失敗 ${content.failed} 件`,
        paragraphs: [`${site.name} のチャネルのテストが完了しました。`],
        facts: [
          ["成功", String(content.passed)],
          ["失敗", String(content.failed)],
          ["スキップ", String(content.skipped)],
          ["無効化", String(content.disabled)],
          ["再有効化", String(content.enabled)],
          time,
        ],
      };
    case "balance_low":
      return {
        subject: `チャネル「${content.name}」の残高が少なくなっています`,
        paragraphs: [`${site.name} のチャネルで、プロバイダーのアカウント残高がしきい値を下回りました。`],
        facts: [
          ["チャネル", `${content.name}（#${content.id}）`],
          ["残高", content.balance],
          ["しきい値", content.threshold],
          time,
        ],
      };
    case "models_gone":
      return {
        subject: `チャネル「${content.name}」に一覧から消えたモデルがあります`,
        paragraphs: [
          `${site.name} のチャネルで、プロバイダーの一覧にないモデルが見つかりました。モデルは印を付けて残していますが、リクエストは失敗することがあります。`,
        ],
        facts: [["チャネル", `${content.name}（#${content.id}）`], ["モデル", content.models], time],
        closing: "削除は行っていません。コンソールで削除またはマッピングしてください。",
      };
    case "books_differ":
      return {
        subject: "台帳の不一致",
        paragraphs: [`${site.name} の毎日の照合で、残高・使用量・注文・台帳の間に不一致が見つかりました。`],
        facts: [["不一致の件数", content.count], ["最初の項目", content.lines], time],
        closing:
          "修正は行っていません。すべての不一致はダッシュボードで確認でき、npm run reconcile で再照合できます。",
      };
    case "payment_problem":
      return {
        subject: `注文 ${content.order} の確認が必要です`,
        paragraphs: [problems[content.problem]],
        facts: [["注文", content.order], ["金額", content.amount], time],
        closing: `詳しくは ${site.name} のコンソールで注文の履歴をご覧ください。`,
      };
    case "queue_stuck":
      return {
        subject:
          content.name === ""
            ? "メールが送信されていません"
            : `「${content.name}」への通知が送信されていません`,
        paragraphs: [
          `${site.name} の${content.name === "" ? "メール" : `「${content.name}」への通知`}が長い間送信待ちになっています。`,
        ],
        facts: [
          ["送信待ち", String(content.waiting)],
          ["最も古い日時", writeTime(content.since)],
          ["直近のエラー", content.reason],
          time,
        ],
      };
    case "new_version":
      return {
        subject: `Tollgate ${content.version} が公開されました`,
        paragraphs: [
          `${site.name} は現在 ${content.current} で動作しています。最新版は ${content.version} です。`,
        ],
        facts: [["リリース", content.address], time],
      };
  }
}

function call({ model, status }: { model: string; status: number }): [string, string][] {
  return [
    ...(model === "" ? [] : [["モデル", model] as [string, string]]),
    ...(status === 0 ? [] : [["ステータス", String(status)] as [string, string]]),
  ];
}
