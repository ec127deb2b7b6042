import * as z from "zod";

/** Answer to the code; GitHub tells failures with status 200, too. */
export const tokenAnswer = z.object({
  access_token: z.string().nullish(),
  /** What was granted, separated by commas. */
  scope: z.string().nullish(),
  error: z.string().nullish(),
  error_description: z.string().nullish(),
});

/** `GET /user`. The address in it is the public one and says nothing of being verified. */
export const profile = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** `GET /user/emails`. */
export const emails = z.array(
  z.object({ email: z.string(), primary: z.boolean().nullish(), verified: z.boolean().nullish() }),
);
