import { username } from "./account-fields.ts";
import { isOfOneScript, isReservedUsername } from "./username-rules.ts";

/** Rules for new usernames; existing ones stay valid. */
export const newUsername = username.refine(isOfOneScript, {
  params: { code: "username.mixed_scripts" },
  message: "Use letters of one script.",
});

/** A username that a user chooses; reserved names are rejected. */
export const ownUsername = newUsername.refine((name) => !isReservedUsername(name), {
  params: { code: "username.reserved" },
  message: "This username is reserved. Choose another one.",
});
