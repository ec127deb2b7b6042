import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useDesignTexts } from "../texts/design-texts";
import type { ConfirmQuestion } from "./confirm-question";

/** A confirmation dialog. Usually opened through `useConfirm`. */
export function ConfirmDialog(props: {
  question: ConfirmQuestion;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
  onExited: () => void;
}) {
  const texts = useDesignTexts();
  const { question } = props;
  const [typed, setTyped] = useState("");
  const ready = question.typeToConfirm === undefined || typed === question.typeToConfirm;
  return (
    <Dialog
      open={props.open}
      onClose={() => props.onAnswer(false)}
      maxWidth="xs"
      fullWidth
      aria-labelledby="confirm-title"
      role="alertdialog"
      slotProps={{ transition: { onExited: props.onExited } }}
    >
      <DialogTitle id="confirm-title">{question.title}</DialogTitle>
      <DialogContent>
        <Typography component="div" sx={{ color: "text.secondary" }}>
          {question.body}
        </Typography>
        {question.typeToConfirm !== undefined && (
          <TextField
            autoFocus
            label={texts.confirmByTyping(question.typeToConfirm)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            sx={{ mt: 2 }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => props.onAnswer(false)}>
          {question.cancelLabel ?? texts.cancel}
        </Button>
        <Button
          variant="contained"
          color={question.danger ? "error" : "primary"}
          disabled={!ready}
          autoFocus={question.typeToConfirm === undefined && !question.danger}
          onClick={() => props.onAnswer(true)}
        >
          {question.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
