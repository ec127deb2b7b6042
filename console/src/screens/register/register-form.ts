import { email } from "@tollgate/contract/account-fields";
import { registerForm } from "@tollgate/contract/registration";
import * as z from "zod";
import { matchingPasswords } from "../../widgets/new-password/matching-passwords";

const withConfirmation = registerForm.extend({ confirm: z.string().min(1) });
const withCode = withConfirmation.extend({
  email,
  verification_code: withConfirmation.shape.verification_code.removeDefault().min(1),
});

/** The contract's form and the password's repetition; address and code where the server verifies addresses. */
export function formFor(emailVerification: boolean) {
  return (emailVerification ? withCode : withConfirmation).superRefine(matchingPasswords);
}

export type RegisterInput = z.input<typeof withConfirmation>;
export type RegisterOutput = z.output<typeof withConfirmation>;
