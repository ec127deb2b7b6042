import { login, loginForm } from "@tollgate/contract/auth";
import { fieldProblems } from "@tollgate/contract/envelope";
import { completeTwoFactor, twoFactorForm } from "@tollgate/contract/two-factor";
import type { User } from "@tollgate/contract/users";
import type * as z from "zod";
import { call } from "../../lib/api-client";
import { ApiError } from "../../lib/api-error";

export { signInWithPasskey } from "../../lib/passkey-ceremonies";

/** Checks the form and signs in. @throws ApiError with the fields that the contract or the server rejects */
export async function signInWithPassword(values: z.input<typeof loginForm>): Promise<User> {
  return call(login, { body: checked(loginForm, values) });
}

/** The same for the second step. */
export async function signInWithCode(values: z.input<typeof twoFactorForm>): Promise<User> {
  return call(completeTwoFactor, { body: checked(twoFactorForm, values) });
}

/** The failure is the server's for the same input. */
function checked<Form extends z.ZodType>(form: Form, values: z.input<Form>): z.output<Form> {
  const result = form.safeParse(values);
  if (result.success) return result.data;
  throw new ApiError({
    code: "request.invalid",
    message: "",
    status: 400,
    fields: fieldProblems(result.error),
  });
}
