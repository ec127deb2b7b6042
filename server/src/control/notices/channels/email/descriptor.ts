import type { NoticeChannelDescriptor } from "../channel.ts";

export const descriptor: NoticeChannelDescriptor = {
  id: "email",
  label: { en_US: "Email", zh_CN: "邮件", ja_JP: "メール" },
  fields: [
    {
      kind: "text",
      name: "recipients",
      label: { en_US: "Recipients", zh_CN: "收件人", ja_JP: "宛先" },
      hint: {
        en_US: "Email addresses, separated by commas. Leave empty for all administrators with an address.",
        zh_CN: "多个邮箱用逗号分隔；留空则发送给所有已绑定邮箱的管理员。",
        ja_JP: "複数のアドレスはカンマで区切ります。空欄の場合は、アドレスのある管理者全員に送ります。",
      },
      placeholder: "ops@example.com, boss@example.com",
      pattern: "[^\\s,@<>]+@[^\\s,@<>]+(?:\\s*,\\s*[^\\s,@<>]+@[^\\s,@<>]+){0,19}",
    },
  ],
  rootFields: [],
  longestMessage: 16_384,
};
