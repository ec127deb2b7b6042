import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { isValidModelPattern } from "@tollgate/contract/model-pattern";
import { type FormEvent, useId, useState } from "react";
import Autocomplete from "@mui/material/Autocomplete";
import { useTranslation } from "react-i18next";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";

/** Fields that can be set on several channels. */
export const bulkFields = ["tag", "group", "priority", "weight", "add_model", "del_model", "other"] as const;
export type BulkField = (typeof bulkFields)[number];

interface BulkDialogProps {
  field: BulkField;
  count: number;
  /** Models of the selected channels. */
  models: readonly string[];
  pending: boolean;
  /** `group`: symbols; the others one text. */
  onApply: (value: string | string[]) => void;
  onClose: () => void;
}

/** Dialog for the new value of the selected channels. */
export function BulkDialog({ field, count, models, pending, onApply, onClose }: BulkDialogProps) {
  const { t } = useTranslation(["channels", "common"]);
  const titleId = useId();
  const [text, setText] = useState("");
  const [groups, setGroups] = useState<string[]>([]);
  const known = useQuery({ ...groupSymbolsQuery, enabled: field === "group" });
  const names = useQuery({ ...modelNamesQuery, enabled: field === "add_model" });
  const ready = field === "group" ? groups.length > 0 : isReady(field, text.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onApply(field === "group" ? groups : text.trim());
  };
  // The hints of these fields say what is valid.
  const isWrong = ["priority", "weight", "add_model"].includes(field) && text.trim() !== "" && !ready;
  const label = t(`bulk.label.${field}`);
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      slotProps={{ paper: { component: "form", onSubmit: submit } as object }}
    >
      <DialogTitle id={titleId}>{t(`bulk.title.${field}`, { count })}</DialogTitle>
      <DialogContent>
        {field === "group" ? (
          <Autocomplete
            multiple
            disableCloseOnSelect
            options={known.data ?? []}
            value={groups}
            onChange={(_event, next) => setGroups(next)}
            renderInput={(params) => <TextField {...params} autoFocus label={label} sx={{ mt: 1 }} />}
          />
        ) : field === "add_model" || field === "del_model" ? (
          <Autocomplete
            freeSolo
            options={field === "add_model" ? (names.data?.models ?? []) : models}
            inputValue={text}
            onInputChange={(_event, next) => setText(next)}
            renderInput={(params) => (
              <TextField {...params} autoFocus label={label} error={isWrong} sx={{ mt: 1 }} />
            )}
          />
        ) : (
          <TextField
            autoFocus
            sx={{ mt: 1 }}
            label={label}
            value={text}
            error={isWrong}
            onChange={(event) => setText(event.target.value)}
            slotProps={{
              htmlInput: {
                maxLength: field === "tag" ? 50 : 500,
                inputMode: field === "priority" || field === "weight" ? "numeric" : "text",
              },
            }}
          />
        )}
        <Typography
          variant="caption"
          component="p"
          sx={{ mt: 0.75, color: isWrong ? "error.main" : "text.secondary" }}
        >
          {t(`bulk.hint.${field}`)}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button type="submit" variant="contained" loading={pending} disabled={!ready}>
          {t("tag.apply")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function isReady(field: Exclude<BulkField, "group">, text: string): boolean {
  if (field === "tag") return true;
  if (field === "priority" || field === "weight")
    return (
      /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 && Number(text) >= (field === "weight" ? 1 : 0)
    );
  return text !== "" && (field === "other" || (isValidModelPattern(text) && !text.includes(",")));
}
