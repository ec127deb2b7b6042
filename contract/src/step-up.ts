import * as z from "zod";
import { limits } from "./limits.ts";

/**
 * Step-up input of a sensitive change. Accounts with a password must enter it; others need a sign-in within
 * the last ten minutes, or a two-factor code.
 */
export const stepUp = z
  .object({
    current_password: z.string().max(limits.passwordMax).default(""),
    /** Of two-factor authentication; read only where the account has no password. */
    code: z
      .string()
      .max(20)
      .overwrite((text) => text.replaceAll(/\s/g, ""))
      .default(""),
  })
  .meta({
    id: "StepUpForm",
    description:
      "Re-authentication before a sensitive change: the password, or a two-factor authentication code for accounts without a password.",
  });
export type StepUp = z.infer<typeof stepUp>;

/** How long after a sign-in an account without password may make sensitive changes. */
export const freshSignInSeconds = 600;
