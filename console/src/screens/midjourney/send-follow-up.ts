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

/**
 * Submits a follow-up of a picture as any client does. If the key was revoked since it was fetched, it is renewed once.
 * @returns id of the new task @throws FollowUpRejected
 */
export async function sendFollowUp(
  followUp: FollowUp,
  getKey: (renew: boolean) => Promise<string>,
): Promise<string> {
  let response = await post(followUp, await getKey(false));
  if (response.status === 401) response = await post(followUp, await getKey(true));
  const answer = answerShape.safeParse(await response.json().catch(() => undefined)).data;
  if (answer && acceptedCodes.includes(answer.code)) return answer.result;
  throw new FollowUpRejected(answer?.description || `HTTP ${response.status}`);
}

function post({ path, body }: FollowUp, key: string): Promise<Response> {
  return fetch(path, {
    method: "POST",
    // The key identifies the caller; the session cookie must not be sent.
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
