import * as z from "zod";

/** Every response of Lark has `code`; 0 is success. */
const answer = { code: z.number(), msg: z.string().nullish() };

export const appTokenAnswer = z.object({ ...answer, app_access_token: z.string().nullish() });

export const userTokenAnswer = z.object({
  ...answer,
  data: z.object({ access_token: z.string().nullish() }).nullish(),
});

/** `open_id` is the person's id for this app. Addresses are not read: Lark does not report which are verified. */
export const userAnswer = z.object({
  ...answer,
  data: z
    .object({
      open_id: z.string().nullish(),
      name: z.string().nullish(),
      en_name: z.string().nullish(),
      avatar_url: z.string().nullish(),
    })
    .nullish(),
});
