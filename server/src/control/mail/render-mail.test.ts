import { mailLanguages } from "@tollgate/contract/mail";
import { describe, expect, it } from "vitest";
import type { MailContent } from "./mail-content.ts";
import { renderMail } from "./render-mail.ts";

const time = Date.UTC(2026, 10, 3, 4, 5) / 1000;
const contents: MailContent[] = [
  { kind: "verification", code: "123456", minutes: 10 },
  {
    kind: "password_reset",
    username: "ada",
    link: "https://gate.example/user/reset?email=a&token=b",
    minutes: 30,
  },
  { kind: "email_changed", username: "ada", address: "new@example.org", time, ip: "192.0.2.1" },
  { kind: "new_place", username: "ada", time, ip: "192.0.2.1", browser: "Firefox on Linux" },
  { kind: "second_factor_reset", username: "ada", time },
  { kind: "password_set", username: "ada", time },
  { kind: "email_set", username: "ada", address: "new@example.org", time },
  { kind: "quota_reminder", username: "ada", balance: "$0.42", threshold: "$1.00" },
  {
    kind: "channel_disabled",
    id: 5,
    name: "East",
    reason: "invalid key",
    model: "gpt-4o",
    status: 401,
    time,
  },
  { kind: "channel_enabled", id: 5, name: "East", model: "gpt-4o", time },
  { kind: "test_summary", passed: 12, failed: 3, skipped: 4, disabled: 7, enabled: 9, time },
  { kind: "balance_low", id: 5, name: "East", balance: "$1.20", threshold: "$5.00", time },
  { kind: "payment_problem", order: "1790000000000123456", problem: "paid_twice", amount: "6.70 CNY", time },
  { kind: "queue_stuck", name: "Duty phone", waiting: 4, since: time, reason: "421 busy", time },
  { kind: "new_version", version: "v2.0.0", current: "v1.2.3", address: "https://gate.example/v2", time },
  { kind: "task_done", username: "ada", task: "Video kling-v2", succeeded: true, time },
  { kind: "models_gone", id: 5, name: "East", models: "gpt-4, gpt-4o", time },
  { kind: "books_differ", count: "2", lines: "user_balance user 1: 512 ≠ 0", time },
  { kind: "test" },
];
const site = { name: "Acme", logo: "https://gate.example/logo.png" };

describe.each(mailLanguages)("a mail in %s", (language) => {
  it.each(contents.map((content) => [content.kind, content] as const))(
    "of the kind %s has the same content as text and as HTML",
    (_, content) => {
      const mail = renderMail(content, { language, site });
      expect(mail.subject).toMatch(/^Acme: ./);
      for (const [key, value] of Object.entries(content)) {
        if (["kind", "time", "id", "since", "problem", "succeeded"].includes(key)) continue;
        expect(mail.text).toContain(String(value));
        expect(mail.html).toContain(String(value).replaceAll("&", "&amp;"));
      }
      if ("time" in content) expect(mail.text).toContain("2026-11-03 04:05 UTC");
      expect(mail.html).toContain('<img src="https://gate.example/logo.png"');
      expect(mail.text).not.toMatch(/undefined|\[object/);
    },
  );
});

it("lets no name break a header or the page", () => {
  const evil = 'A\r\nBcc: eve@evil.example\u0000<img src=x onerror="alert(1)">';
  const site = { name: evil, logo: 'javascript:alert(1)//"><script>' };
  const content = { kind: "channel_enabled", id: 5, name: evil, model: evil, time } as const;
  const mail = renderMail(content, { language: "en_US", site });
  expect(mail.subject).not.toMatch(/[\r\n\0]/);
  expect(mail.html).not.toMatch(/<img|<script|onerror="/);
  const logo = renderMail(
    { kind: "test" },
    { language: "en_US", site: { name: "A", logo: 'https://a.example/"><script>x' } },
  );
  expect(logo.html).not.toContain("<script");
});

it("shows the count of a repeated event", () => {
  const content = { kind: "channel_enabled", id: 5, name: "East", model: "", time } as const;
  const mail = renderMail(content, { language: "en_US", site, repetition: { count: 3, since: time } });
  expect(mail.text).toContain("Happened: 3 times since 2026-11-03 04:05 UTC");
  const once = renderMail(content, { language: "en_US", site, repetition: { count: 1, since: time } });
  expect(once.text).not.toContain("Happened");
});
