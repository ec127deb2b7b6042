import { type MailContent, type MailLanguageMessages, type MailMessage, writeTime } from "../mail-content.ts";
import { writeChineseNotice } from "./chinese-notices.ts";

export const chinese: MailLanguageMessages = {
  tag: "zh-CN",
  copyLink: "如果按钮无法点击，请复制以下链接到浏览器打开：",
  footer: ({ name }) => `本邮件由 ${name} 自动发送，请勿回复。`,
  repeated: ({ count, since }) => ["次数", `自 ${writeTime(since)} 起共 ${count} 次`],
  write,
};

function write(content: MailContent, site: { name: string }): MailMessage {
  switch (content.kind) {
    case "verification":
      return {
        subject: "邮箱验证码",
        paragraphs: [`您正在 ${site.name} 验证邮箱，验证码为：`],
        code: content.code,
        closing: `验证码 ${content.minutes} 分钟内有效，仅可使用一次。如非本人操作，请忽略本邮件，切勿将验证码告知他人。`,
      };
    case "password_reset":
      return {
        subject: "重置密码",
        paragraphs: [`您正在重置 ${site.name} 账号 ${content.username} 的密码。`],
        button: { label: "重置密码", href: content.link },
        closing: `链接 ${content.minutes} 分钟内有效，仅可使用一次。如非本人操作，请忽略本邮件，密码不会改变。`,
      };
    case "email_changed":
      return {
        subject: "账号邮箱已更换",
        paragraphs: [`${site.name} 账号 ${content.username} 已更换绑定邮箱，当前邮箱不再与该账号关联。`],
        facts: [
          ["新邮箱", content.address],
          ["时间", writeTime(content.time)],
          ["IP 地址", content.ip],
        ],
        closing: "如非本人操作，请立即修改密码并联系管理员。",
      };
    case "new_place":
      return {
        subject: "新 IP 登录提醒",
        paragraphs: [`${site.name} 账号 ${content.username} 在新的 IP 地址登录。`],
        facts: [
          ["时间", writeTime(content.time)],
          ["IP 地址", content.ip],
          ["浏览器", content.browser],
        ],
        closing: "如果是您本人操作，请忽略本邮件；否则请立即修改密码，并在个人资料中结束该会话。",
      };
    case "second_factor_reset":
      return {
        subject: "两步验证已被重置",
        paragraphs: [
          `管理员已重置 ${site.name} 账号 ${content.username} 的两步验证：原有的验证器、恢复码和通行密钥均已失效，所有会话已退出。`,
        ],
        facts: [["时间", writeTime(content.time)]],
        closing: "如果是您申请的重置，请登录后重新设置两步验证；否则请立即修改密码并联系管理员。",
      };
    case "password_set":
      return {
        subject: "账号密码已被重设",
        paragraphs: [
          `管理员已为 ${site.name} 账号 ${content.username} 设置新密码，原密码已失效，所有会话已退出。`,
        ],
        facts: [["时间", writeTime(content.time)]],
        closing: "请向管理员获取新密码，并在登录后自行修改。如果您没有申请重设，请立即联系管理员。",
      };
    case "email_set":
      return {
        subject: "账号邮箱已更换",
        paragraphs: [`管理员已更换 ${site.name} 账号 ${content.username} 的邮箱，当前邮箱不再与该账号关联。`],
        facts: [
          ["新邮箱", content.address],
          ["时间", writeTime(content.time)],
        ],
        closing: "如果您没有申请更换，请立即联系管理员。",
      };
    case "quota_reminder":
      return {
        subject: "余额不足提醒",
        paragraphs: [
          `${site.name} 账号 ${content.username} 的余额为 ${content.balance}，用尽后请求将被拒绝。`,
        ],
        facts: [
          ["余额", content.balance],
          ["提醒阈值", content.threshold],
        ],
        closing: "您可以在个人资料中修改或关闭此提醒。余额每次降至阈值以下时提醒一次。",
      };
    case "task_done":
      return {
        subject: content.succeeded ? "任务已完成" : "任务失败",
        paragraphs: [`${site.name} 账号 ${content.username} 的任务已结束。`],
        facts: [
          ["任务", content.task],
          ["时间", writeTime(content.time)],
        ],
        closing: "您可以在个人资料中关闭此提醒。",
      };
    case "test":
      return { subject: "测试邮件", paragraphs: [`${site.name} 的邮件设置可以正常发送邮件。`] };
    case "notice_test":
      return { subject: "测试消息", paragraphs: [`这是 ${site.name} 发送的测试消息，通知渠道配置正确。`] };
    default:
      return writeChineseNotice(content, site);
  }
}
