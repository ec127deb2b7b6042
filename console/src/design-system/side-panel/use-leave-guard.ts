import { useCallback, useEffect } from "react";
import { useBlocker } from "react-router";
import { useConfirm } from "../confirm-dialog/use-confirm";
import { useDesignTexts } from "../texts/design-texts";

/**
 * Asks before unsaved changes are lost: on closing (the returned function), on navigation within the console, and,
 * with the browser's own dialog, on leaving the console.
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

  // Closing a panel changes only the query; the returned function guards it.
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
