import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** One browser that is signed in. */
export const sessionEntry = z
  .object({
    id: z.string().describe("Names the session in this list; not the cookie's value."),
    browser: z.string().describe("Empty where the browser sent no user agent."),
    system: z.string(),
    source_ip: z.string(),
    method: z.string().describe("How it was signed in: `password`, `passkey`, `github` …"),
    created_time: z.int(),
    last_seen_time: z.int().describe("Updated at most once an hour."),
    current: z.boolean().describe("The session of this request."),
  })
  .meta({ id: "Session", description: "A browser that is signed in." });
export type SessionEntry = z.infer<typeof sessionEntry>;

export const listSessions = defineEndpoint({
  method: "GET",
  path: "/api/user/sessions",
  access: "user",
  summary: "List the browsers that are signed in to your account",
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

export const endedCount = z.object({ ended: z.int() }).meta({ id: "EndedCount" });

export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  path: "/api/user/sessions",
  access: "user",
  summary: "Sign every other browser out",
  data: endedCount,
});
