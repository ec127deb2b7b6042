import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

interface TagDialogProps {
  count: number;
  pending: boolean;
  onApply: (tag: string) => void;
  onClose: () => void;
}

/** One question: which tag the selected channels get. */
export function TagDialog({ count, pending, onApply, onClose }: TagDialogProps) {
  const { t } = useTranslation(["channels", "common"]);
  const [tag, setTag] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(tag.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby="tag-title"
      slotProps={{ paper: { component: "form", onSubmit: submit } as object }}
    >
      <DialogTitle id="tag-title">{t("tag.title", { count })}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          sx={{ mt: 1 }}
          label={t("tag.label")}
          helperText={t("tag.hint")}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 50 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="contained" loading={pending}>
          {t("tag.apply")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
