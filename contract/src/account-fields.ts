import * as z from "zod";
import { limits } from "./limits.ts";

/**
 * A username: letters and digits of any script, `.`, `_` and `-` between and after them. Without `@`, so that no
 * username is mistaken for an email address at sign-in, and without spaces or invisible characters.
 */
export const username = z
  .string()
  .trim()
  .normalize("NFKC")
  .min(limits.usernameMin)
  .max(limits.usernameMax)
  .refine((text) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(text), {
    params: { code: "username.invalid" },
    message: "Letters, digits, dots, dashes and underscores only, beginning with a letter or digit.",
  });

/** A password that is being chosen. */
export const newPassword = z.string().min(limits.passwordMin).max(limits.passwordMax);

/** An email address as it is stored: lower case, printable ASCII, no list of several. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.emailMax)
  .refine((text) => z.email().safeParse(text).success, {
    params: { code: "email.invalid" },
    message: "An email address, such as ada@example.org.",
  });
