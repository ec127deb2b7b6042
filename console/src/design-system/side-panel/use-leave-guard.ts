import { useCallback, useEffect } from "react";
import { useBlocker } from "react-router";
import { useConfirm } from "../confirm-dialog/use-confirm";
import { useDesignTexts } from "../texts/design-texts";

/**
 * Asks before unsaved changes are lost: on closing (the returned function), on going to another page of the console, and,
 * in the browser's own words, on leaving it.
 */
export function useLeaveGuard(dirty: boolean, onClose: () => void): () => void {
  const texts = useDesignTexts();
  const confirm = useConfirm();
  const ask = useCallback(
    () =>
      confirm({
        title: texts.discardTitle,
        body: texts.discardBody,
        confirmLabel: texts.discardConfirm,
        cancelLabel: texts.discardCancel,
        danger: true,
      }),
    [confirm, texts],
  );

  // Closing a panel changes only the query of the address; that way out is guarded by the returned function.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask]);

  useEffect(() => {
    if (!dirty) return;
    const listener = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", listener);
    return () => window.removeEventListener("beforeunload", listener);
  }, [dirty]);

  return useCallback(() => {
    if (!dirty) onClose();
    else void ask().then((leave) => leave && onClose());
  }, [dirty, onClose, ask]);
}
