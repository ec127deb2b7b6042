import * as z from "zod";

/**
 * Response of the bridge: `data` is the person's id at the WeChat account, empty for a code that is wrong or has
 * expired.
 */
export const bridgeAnswer = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  data: z.string().nullish(),
});
