import Button from "@mui/material/Button";
import { useConfirm } from "../confirm-dialog/use-confirm";

export type SwitchAction = "enable" | "disable" | "delete";

interface SwitchBulkActionsProps {
  /** Labels of the buttons. */
  labels: Record<SwitchAction, string>;
  /** Confirmation before deleting. */
  question: { title: string; body: string };
  pending: boolean;
  onAction: (action: SwitchAction) => void;
}

/** Enables, disables or, after confirmation, deletes the selected rows of a list. */
export function SwitchBulkActions({ labels, question, pending, onAction }: SwitchBulkActionsProps) {
  const confirm = useConfirm();
  const remove = async () => {
    if (await confirm({ ...question, confirmLabel: labels.delete, danger: true })) onAction("delete");
  };
  return (
    <>
      <Button size="small" onClick={() => onAction("enable")} disabled={pending}>
        {labels.enable}
      </Button>
      <Button size="small" onClick={() => onAction("disable")} disabled={pending}>
        {labels.disable}
      </Button>
      <Button size="small" color="error" onClick={() => void remove()} disabled={pending}>
        {labels.delete}
      </Button>
    </>
  );
}
