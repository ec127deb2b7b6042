import Box from "@mui/material/Box";
import { Suspense } from "react";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { loadNamespace } from "../../lib/i18n/i18n";
import type { SignInMethodsProps } from "./sign-in-buttons";
import { useOfferedKinds } from "./sign-in-kinds";

// Includes their texts, because pages outside the console's shell do not fetch widget texts.
const Buttons = lazyPart(async () => {
  const [{ SignInButtons }] = await Promise.all([
    import("./sign-in-buttons"),
    loadNamespace("sign-in-methods"),
  ]);
  return SignInButtons;
});

/** Height of one button and the gap below it, so that nothing moves when they come. */
const buttonHeight = 42;
const gap = 10;
const divider = 37;

/**
 * "or" and a button for each service that this server offers, at full width, below the form of a sign-in or register page; nothing
 * where none is offered. A sign-in that ends on the page itself (WeChat) begins the session, and the page redirects as it does for
 * every user who is signed in; one that needs two-factor authentication redirects to `/login` with the state `{ twoFactor: true }`.
 */
export function SignInMethods(props: SignInMethodsProps) {
  const count = useOfferedKinds().length;
  if (count === 0) return null;
  const height = divider + count * (buttonHeight + gap);
  return (
    <Suspense fallback={<Box sx={{ height }} aria-busy />}>
      <Buttons {...props} />
    </Suspense>
  );
}
