import { useEffect } from "react";
import { PasskeyCancelled, passkeysAutofill } from "../../lib/passkeys";
import { usePasskeyLogin } from "./login-queries";
import type { SecondStep } from "./use-second-step";

/** A challenge is valid for five minutes; an open page renews it earlier. */
const renewMilliseconds = 4 * 60_000;
/** Delay after the first render. */
const delayMilliseconds = 600;

/**
 * Offers passkeys in the list under the name field, where the browser supports it. It waits while the page is open; `paused` while a
 * dialog is open, `round` counts the dialogs that ended it.
 */
export function usePasskeyAutofill(props: { step: SecondStep; paused: boolean; round: number }): void {
  const { step, paused, round } = props;
  const { mutate } = usePasskeyLogin();
  const { failed } = step;
  useEffect(() => {
    if (paused) return undefined;
    let left = false;
    const offer = async (): Promise<void> => {
      if (left || !(await passkeysAutofill()) || left) return;
      mutate(
        { autofill: true },
        {
          // Choosing no passkey is not a failure; a chosen one that fails shows its reason.
          onError: (error) => left || error instanceof PasskeyCancelled || failed(error),
        },
      );
    };
    const first = setTimeout(() => void offer(), delayMilliseconds);
    const renewal = setInterval(() => void offer(), renewMilliseconds);
    return () => {
      left = true;
      clearTimeout(first);
      clearInterval(renewal);
    };
  }, [mutate, failed, paused, round]);
}
