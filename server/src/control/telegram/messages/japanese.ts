import type { BotMessages } from "./bot-messages.ts";

export const japanese: BotMessages = {
  languageCode: "ja",
  descriptions: {
    start: "ボットの説明",
    bind: "アカウントを連携",
    unbind: "アカウントの連携を解除",
    balance: "残高と使用量",
    recharge: "引き換えコードでチャージ",
    apikey: "API キーの一覧",
    aff: "招待リンク",
    help: "コマンドの一覧",
  },
  start: (site) =>
    `<b>${site}</b>\n/bind でアカウントを連携すると、残高の確認やコードの引き換えができます。/help でコマンドの一覧を表示します。`,
  help: (lines) => `<b>コマンド</b>\n${lines}`,
  unknownCommand: "不明なコマンドです。/help でコマンドの一覧を表示します。",
  privateOnly: "このコマンドはボットとの個別チャットで使ってください。",
  notBound:
    "まだアカウントが連携されていません。プロフィールの「連携アカウント → Telegram」でコードを作成し、/bind を送信してください。",
  accountDisabled: "アカウントは無効です。管理者にお問い合わせください。",
  bindPrompt:
    "プロフィールの「連携アカウント → Telegram」で作成したコードを返信してください。パスワードやアクセストークンは送信しないでください。",
  bindWrong:
    "コードが誤っているか、有効期限が切れています。プロフィールで新しいコードを作成し、もう一度 /bind を送信してください。",
  bound: (username) => `アカウント <code>${username}</code> と連携しました。/balance で残高を確認できます。`,
  boundAlready: (username) =>
    `この Telegram アカウントは <code>${username}</code> と連携済みです。変更するには先に /unbind を送信してください。`,
  accountBoundElsewhere:
    "アカウントは別の Telegram アカウントと連携済みです。先にプロフィールで解除してください。",
  unbound: (username) => `<code>${username}</code> との連携を解除しました。`,
  balance: ({ balance, used }) => `残高：<b>${balance}</b>\n使用済み：${used}`,
  rechargePrompt: "引き換えコードを返信してください。",
  recharged: ({ added, balance, username }) =>
    `<code>${username}</code> に <b>${added}</b> を追加しました。残高：${balance}`,
  redeem: {
    "redeem.unknown": "このコードは存在しません。入力を確認してください。",
    "redeem.used": "このコードはすでに使用されています。",
    "redeem.used_by_you": "このコードはすでに引き換え済みです。",
    "redeem.disabled": "このコードは無効です。発行元にお問い合わせください。",
    "redeem.expired": "このコードは有効期限が切れています。",
    "redeem.changed": "このコードは直前に変更されました。もう一度お試しください。",
    "redeem.balance_too_large": "引き換えると残高の上限を超えます。",
    "redeem.too_many_attempts": "誤ったコードの入力が多すぎます。後でもう一度お試しください。",
  },
  keys: (lines) => `<b>API キー</b>\n${lines}`,
  noKeys: "API キーはまだありません。コンソールで作成してください。",
  moreKeys: (count) => `ほか ${count} 件はコンソールで確認できます。`,
  keyStatus: { 1: "有効", 2: "無効", 3: "期限切れ", 4: "使い切り" },
  invite: (link) => `招待リンク：\n${link}`,
  inviteCode: (code) => `招待コード：<code>${code}</code>`,
  tooManyMessages: "メッセージが多すぎます。1 分後にもう一度お試しください。",
  failed: "問題が発生しました。後でもう一度お試しください。",
};
