import * as z from "zod";
import type { FollowUp } from "./read-follow-ups";

const answerShape = z.object({
  code: z.number().catch(0),
  description: z.string().catch(""),
  /** Id of the new task. */
  result: z.string().catch(""),
});

/** Codes of a submission that was accepted. */
const acceptedCodes = [1, 21, 22];

/** The relay's own sentence about a follow-up that it did not accept. */
export class FollowUpRejected extends Error {
  override name = "FollowUpRejected";
}

type Submission = Pick<FollowUp, "path" | "body">;
type GetKey = (renew: boolean) => Promise<string>;

/** The request that answers a task which waits for a prompt. */
export const modalOf = (taskId: string, body: Readonly<Record<string, string>>): Submission => ({
  path: "/mj/submit/modal",
  body: { taskId, ...body },
});

/**
 * Submits a follow-up of a picture as any client does; with a prompt, answers the window that it opens.
 * @returns id of the new task @throws FollowUpRejected
 */
export async function sendFollowUp(followUp: FollowUp, getKey: GetKey, prompt?: string): Promise<string> {
  const taskId = await submit(followUp, getKey);
  return prompt === undefined ? taskId : submit(modalOf(taskId, { prompt }), getKey);
}

/**
 * If the key was revoked since it was fetched, it is renewed once.
 * @returns id of the new task @throws FollowUpRejected
 */
export async function submit(submission: Submission, getKey: GetKey): Promise<string> {
  let response = await post(submission, await getKey(false));
  if (response.status === 401) response = await post(submission, await getKey(true));
  const answer = answerShape.safeParse(await response.json().catch(() => undefined)).data;
  if (answer && acceptedCodes.includes(answer.code)) return answer.result;
  throw new FollowUpRejected(answer?.description || `HTTP ${response.status}`);
}

function post({ path, body }: Submission, key: string): Promise<Response> {
  return fetch(path, {
    method: "POST",
    // The key identifies the caller; the session cookie must not be sent.
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
