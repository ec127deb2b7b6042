import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeNoticeChannel } from "../../../../../test/conformance/notice-conformance.ts";
import { type NoticeStandIn, startNoticeStandIn } from "../../../../../test/support/notice-stand-in.ts";
import { NoticeRejected } from "../channel.ts";
import { channel, signWebhook } from "./index.ts";

type Verify = (request: { headers: Record<string, unknown>; body: string }, secret: string) => unknown;

/** The receiver is the snippet of the documentation. */
async function readSnippet(): Promise<Verify> {
  const page = readFileSync(
    path.resolve(import.meta.dirname, "../../../../../../docs/operate/notices.md"),
    "utf8",
  );
  const snippet = /```js\n([\s\S]*?export function verifyNotice[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const source = `data:text/javascript,${encodeURIComponent(snippet)}`;
  const { verifyNotice } = (await import(source)) as { verifyNotice: Verify };
  return verifyNotice;
}

let service: NoticeStandIn;
let verify: Verify;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const rejection = { status: 410, text: "gone" };
beforeAll(async () => {
  verify = await readSnippet();
  service = await startNoticeStandIn({
    read(request) {
      try {
        const { title, text } = verify(request, secret) as { title: string; text: string };
        return request.path === "/hook" ? `${title}\n${text}` : "rejected: path";
      } catch (error) {
        return `rejected: ${String(error)}`;
      }
    },
    accepted: { status: 204, text: "" },
    rejected: { status: 401, text: "wrong signature" },
  });
});
afterAll(() => service?.stop());

const given = {
  milliseconds: Date.now(),
  delivered: [] as string[],
  mail: () => Promise.reject(new Error("no mail")),
};
const account = (changes: Record<string, string> = {}) => ({
  address: `${service.url}/hook`,
  secret,
  ...changes,
});

describeNoticeChannel({
  channel,
  account: () => account(),
  received: () => service.messages.at(-1),
  rejectNext: () => service.replies.push(rejection),
  answerNext: (reply) => service.replies.push(reply),
  given,
});

const message = { id: "msg_1", event: "test", title: "Title", text: "Text", time: 1_790_000_000, count: 3 };

it("signs as the Standard Webhooks specification does", () => {
  const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  const signature = signWebhook(secret, { id, timestamp: "1614265330", body: '{"test": 2432232314}' });
  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

it("is rejected by the documented receiver with another secret, body or time", async () => {
  await channel.send(message, account(), given);
  const sent = service.calls.at(-1);
  if (!sent) throw new Error("nothing arrived");
  expect(verify(sent, secret)).toMatchObject({ id: "msg_1", event: "test", count: 3 });
  expect(() => verify(sent, "whsec_AAAA")).toThrow();
  expect(() => verify({ ...sent, body: sent.body.replace("Title", "Other") }, secret)).toThrow();
  await channel.send(message, account(), { ...given, milliseconds: Date.now() - 600_000 }).catch(() => {});
  const old = service.calls.at(-1);
  if (!old) throw new Error("nothing arrived");
  expect(() => verify(old, secret)).toThrow();
});

it("uses a secret that is not base64 as it is written", async () => {
  await channel.send(message, account({ secret: "correct horse" }), given).catch(() => {});
  const sent = service.calls.at(-1);
  if (!sent) throw new Error("nothing arrived");
  expect(verify(sent, "correct horse")).toMatchObject({ id: "msg_1" });
});

it("waits as long as the receiver requires", async () => {
  service.replies.push({ status: 429, text: "", headers: { "retry-after": "90" } });
  const error: unknown = await channel.send(message, account(), given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoticeRejected);
  expect(error).toMatchObject({ message: "status 429", retryAfter: 90 });
});
