import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import { GiveUp } from "../lazy-part/give-up";
import { lazyPart } from "../lazy-part/lazy-part";
import type { ConfirmQuestion } from "./confirm-question";

// Fetched with the first question: the first page never asks one.
const ConfirmDialog = lazyPart(async () => (await import("./confirm-dialog")).ConfirmDialog);

type Confirm = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | undefined>(undefined);

/** Contains the one dialog that `useConfirm` opens; mounted once above all screens. */
export function ConfirmProvider(props: { children: ReactNode }) {
  const [pending, setPending] = useState<{
    question: ConfirmQuestion;
    resolve: (answer: boolean) => void;
    open: boolean;
  }>();
  const confirm = useCallback<Confirm>(
    (question) => new Promise((resolve) => setPending({ question, resolve, open: true })),
    [],
  );
  const giveUp = (): void => {
    pending?.resolve(false);
    setPending(undefined);
  };
  return (
    <ConfirmContext value={confirm}>
      {props.children}
      {pending && (
        <Suspense fallback={<GiveUp onGiveUp={giveUp} />}>
          <ConfirmDialog
            question={pending.question}
            open={pending.open}
            onAnswer={(answer) => {
              pending.resolve(answer);
              setPending({ ...pending, open: false });
            }}
            onExited={() => setPending(undefined)}
          />
        </Suspense>
      )}
    </ConfirmContext>
  );
}

/** Asks before something is lost: `if (await confirm({ title, body, confirmLabel, danger: true })) …` */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("ConfirmProvider is missing above this component");
  return confirm;
}
