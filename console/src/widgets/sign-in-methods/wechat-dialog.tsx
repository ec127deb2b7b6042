import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { weChatForm } from "@tollgate/contract/oauth";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { QrPicture } from "./qr-picture";
import { useWeChatSignIn } from "./sign-in-queries";

export interface WeChatDialogProps {
  aff?: string;
  onClose: () => void;
}

/** The picture to scan, and the code that the WeChat account answers with. */
export function WeChatDialog({ aff = "", onClose }: WeChatDialogProps) {
  const { t } = useTranslation("sign-in-methods");
  const titleId = useId();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const signIn = useWeChatSignIn();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");

  const reject = (reason: string): void => {
    setProblem(reason);
    field.current?.select();
  };
  const fail = (error: Error): void => {
    if (error instanceof ApiError && error.code === "auth.second_factor_required")
      void navigate("/login", { state: { twoFactor: true } });
    else reject(describeError(error));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const form = weChatForm.safeParse({ code });
    if (!form.success) return reject(t("wechat.codeMissing"));
    signIn.mutate({ ...form.data, aff }, { onSuccess: onClose, onError: fail });
  };

  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t("wechat.signInTitle")}</DialogTitle>
        <DialogContent>
          <Typography sx={{ color: "text.secondary", mb: 2 }}>{t("wechat.how")}</Typography>
          <QrPicture />
          <TextField
            autoFocus
            fullWidth
            label={t("wechat.code")}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setProblem("");
            }}
            inputRef={field}
            error={problem !== ""}
            helperText={problem || t("wechat.codeHint")}
            autoComplete="one-time-code"
            slotProps={{ htmlInput: { maxLength: 64 } }}
            sx={{ mt: 2.5 }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {t("wechat.cancel")}
          </Button>
          <Button type="submit" variant="contained" loading={signIn.isPending}>
            {t("wechat.signIn")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
