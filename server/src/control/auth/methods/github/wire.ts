import * as z from "zod";

/** Response to the code; GitHub reports failures with status 200, too. */
export const tokenAnswer = z.object({
  access_token: z.string().nullish(),
  /** The granted scopes, separated by commas. */
  scope: z.string().nullish(),
  error: z.string().nullish(),
  error_description: z.string().nullish(),
});

/** `GET /user`. The address in it is the public one and may be unverified. */
export const profile = z.object({
  id: z.int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** `GET /user/emails`. */
export const emails = z.array(
  z.object({ email: z.string(), primary: z.boolean().nullish(), verified: z.boolean().nullish() }),
);
