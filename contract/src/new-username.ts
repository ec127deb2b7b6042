import { username } from "./account-fields.ts";
import { isOfOneScript, isReservedUsername } from "./username-rules.ts";

/** A username that is being given; users who have another one keep it. */
export const newUsername = username.refine(isOfOneScript, {
  params: { code: "username.mixed_scripts" },
  message: "Use letters of one script.",
});

/** A username that a user chooses: not one that speaks for the operator. */
export const ownUsername = newUsername.refine((name) => !isReservedUsername(name), {
  params: { code: "username.reserved" },
  message: "This username is reserved. Choose another one.",
});
