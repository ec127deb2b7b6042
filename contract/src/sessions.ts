import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** One browser that is signed in. */
export const sessionEntry = z.object({
  /** Names the session in this list; not the cookie's value. */
  id: z.string(),
  /** Empty where the browser did not say what it is. */
  browser: z.string(),
  system: z.string(),
  source_ip: z.string(),
  /** How it was signed in: `password`, `passkey`, `github` … */
  method: z.string(),
  created_time: z.number().int(),
  /** Written down at most once an hour. */
  last_seen_time: z.number().int(),
  /** The session that asks. */
  current: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

export const listSessions = defineEndpoint({
  method: "GET",
  path: "/api/user/sessions",
  access: "user",
  summary: "Browsers that are signed in to one's own account",
  data: z.array(sessionEntry),
});

export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/api/user/sessions/:id",
  access: "user",
  summary: "Sign one browser out",
  params: z.object({ id: z.string().min(1).max(100) }),
  data: z.null(),
});

export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  path: "/api/user/sessions",
  access: "user",
  summary: "Sign every other browser out",
  data: z.object({ ended: z.number().int() }),
});
