import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Token } from "@tollgate/contract/tokens";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../lib/format-time";
import { useRotateKey } from "./tokens-queries";

/** Minutes that the former key may stay valid. */
const graces = [
  { minutes: 0, name: "now" },
  { minutes: 10, name: "ten_minutes" },
  { minutes: 60, name: "hour" },
  { minutes: 24 * 60, name: "day" },
  { minutes: 7 * 24 * 60, name: "week" },
] as const;

interface RotateKeyDialogProps {
  token: Token;
  onClose: () => void;
  /** The token with its new key in full. */
  onRotated: (token: Token) => void;
}

/** Asks how long the former key stays valid, and replaces it. */
export function RotateKeyDialog({ token, onClose, onRotated }: RotateKeyDialogProps) {
  const { t } = useTranslation(["tokens", "common"]);
  const titleId = useId();
  const rotate = useRotateKey();
  const [minutes, setMinutes] = useState<number>(60);
  const submit = () =>
    rotate.mutate({ id: token.id, grace_minutes: minutes }, { onSuccess: onRotated, onError: onClose });
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t("rotate.title", { name: token.name })}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: "text.secondary", mb: 2.5 }}>{t("rotate.body")}</Typography>
        <TextField
          select
          fullWidth
          label={t("rotate.grace")}
          value={minutes}
          onChange={(event) => setMinutes(Number(event.target.value))}
          helperText={t(minutes === 0 ? "rotate.now_hint" : "rotate.grace_hint")}
        >
          {graces.map((grace) => (
            <MenuItem key={grace.minutes} value={grace.minutes}>
              {t(`rotate.${grace.name}`)}
            </MenuItem>
          ))}
        </TextField>
        {token.old_key_expires > 0 && (
          <Typography variant="body2" sx={{ mt: 2, color: "warning.main" }}>
            {t("rotate.earlier", { time: formatTime(token.old_key_expires) })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t("common:cancel")}
        </Button>
        <Button variant="contained" onClick={submit} loading={rotate.isPending}>
          {t("actions.rotate")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
