import type * as z from "zod";

/** For `superRefine` of a form with `password` and `confirm`: passwords must match. */
export function matchingPasswords(
  form: { password: string; confirm: string },
  context: z.RefinementCtx,
): void {
  if (form.password === form.confirm) return;
  context.addIssue({
    code: "custom",
    path: ["confirm"],
    params: { code: "password.mismatch" },
    message: "The passwords do not match.",
  });
}
