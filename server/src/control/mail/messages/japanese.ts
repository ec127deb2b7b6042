import { type MailContent, type MailLanguageMessages, type MailMessage, writeTime } from "../mail-content.ts";
import { writeJapaneseNotice } from "./japanese-notices.ts";

export const japanese: MailLanguageMessages = {
  tag: "ja",
  copyLink: "ボタンが使えない場合は、次のアドレスをブラウザーに貼り付けてください：",
  footer: ({ name }) => `このメールは ${name} から自動送信されています。返信はお受けできません。`,
  repeated: ({ count, since }) => ["発生回数", `${writeTime(since)} から ${count} 回`],
  write,
};

function write(content: MailContent, site: { name: string }): MailMessage {
  switch (content.kind) {
    case "verification":
      return {
        subject: "メールアドレスの確認コード",
        paragraphs: [`${site.name} でこのメールアドレスを確認するためのコードです。`],
        code: content.code,
        closing: `コードは ${content.minutes} 分間有効で、一度だけ使えます。お心当たりがない場合はこのメールを無視し、コードを誰にも教えないでください。`,
      };
    case "password_reset":
      return {
        subject: "パスワードの再設定",
        paragraphs: [`${site.name} のアカウント ${content.username} のパスワード再設定が申し込まれました。`],
        button: { label: "新しいパスワードを設定", href: content.link },
        closing: `リンクは ${content.minutes} 分間有効で、一度だけ使えます。お心当たりがない場合はこのメールを無視してください。パスワードは変わりません。`,
      };
    case "email_changed":
      return {
        subject: "メールアドレスが変更されました",
        paragraphs: [
          `${site.name} のアカウント ${content.username} のメールアドレスが変更され、このアドレスとの連携は解除されました。`,
        ],
        facts: [
          ["新しいアドレス", content.address],
          ["日時", writeTime(content.time)],
          ["IP アドレス", content.ip],
        ],
        closing: "お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
      };
    case "new_place":
      return {
        subject: "新しい IP アドレスからのログイン",
        paragraphs: [
          `${site.name} のアカウント ${content.username} に新しい IP アドレスからログインがありました。`,
        ],
        facts: [
          ["日時", writeTime(content.time)],
          ["IP アドレス", content.ip],
          ["ブラウザー", content.browser],
        ],
        closing:
          "ご本人であれば何もする必要はありません。お心当たりがない場合は、パスワードを変更し、プロフィールでそのセッションを終了してください。",
      };
    case "second_factor_reset":
      return {
        subject: "二段階認証がリセットされました",
        paragraphs: [
          `管理者が ${site.name} のアカウント ${content.username} の二段階認証をリセットしました。認証アプリ、リカバリーコード、パスキーは使えなくなり、すべてのセッションが終了しました。`,
        ],
        facts: [["日時", writeTime(content.time)]],
        closing:
          "ご自身で依頼した場合は、ログインして設定し直してください。お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
      };
    case "password_set":
      return {
        subject: "新しいパスワードが設定されました",
        paragraphs: [
          `管理者が ${site.name} のアカウント ${content.username} に新しいパスワードを設定しました。以前のパスワードは使えなくなり、すべてのセッションが終了しました。`,
        ],
        facts: [["日時", writeTime(content.time)]],
        closing:
          "新しいパスワードは管理者にお尋ねください。ログイン後にご自身で変更してください。お心当たりがない場合は、管理者に連絡してください。",
      };
    case "email_set":
      return {
        subject: "メールアドレスが変更されました",
        paragraphs: [
          `管理者が ${site.name} のアカウント ${content.username} のメールアドレスを変更し、このアドレスとの連携は解除されました。`,
        ],
        facts: [
          ["新しいアドレス", content.address],
          ["日時", writeTime(content.time)],
        ],
        closing: "お心当たりがない場合は、すぐに管理者に連絡してください。",
      };
    case "quota_reminder":
      return {
        subject: "残高が少なくなっています",
        paragraphs: [
          `${site.name} のアカウント ${content.username} の残高は ${content.balance} です。残高がなくなると、リクエストは拒否されます。`,
        ],
        facts: [
          ["残高", content.balance],
          ["しきい値", content.threshold],
        ],
        closing:
          "この通知はプロフィールで変更または停止できます。残高がしきい値を下回るたびに 1 通だけ送信します。",
      };
    case "task_done":
      return {
        subject: content.succeeded ? "タスクが完了しました" : "タスクが失敗しました",
        paragraphs: [`${site.name} のアカウント ${content.username} のタスクが終了しました。`],
        facts: [
          ["タスク", content.task],
          ["日時", writeTime(content.time)],
        ],
        closing: "このお知らせはプロフィールで停止できます。",
      };
    case "test":
      return {
        subject: "テストメール",
        paragraphs: [`${site.name} は現在の設定でメールを送信できます。`],
      };
    case "notice_test":
      return {
        subject: "テストメッセージ",
        paragraphs: [`${site.name} はこのチャネルで通知を送信できます。`],
      };
    default:
      return writeJapaneseNotice(content, site);
  }
}
