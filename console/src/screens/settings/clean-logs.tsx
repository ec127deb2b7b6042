import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { formatNumber } from "../../lib/format-number";
import { notify } from "../../lib/notifications/notifications";
import { useCleanLogs } from "./settings-queries";

const usualDays = 30;

/** Deletes log rows of before a day, now. */
export function CleanLogs() {
  const { t } = useTranslation(["settings", "validation"]);
  const confirm = useConfirm();
  const [day, setDay] = useState(() => dayBefore(usualDays));
  const [deleted, setDeleted] = useState(0);
  const clean = useCleanLogs(setDeleted);
  const time = startOfDay(day);

  const ask = async (): Promise<void> => {
    const question = {
      title: t("clean.title", { day }),
      body: t("clean.body"),
      confirmLabel: t("clean.confirm"),
    };
    if (!(await confirm({ ...question, danger: true }))) return;
    setDeleted(0);
    clean.mutate(time, {
      onSuccess: (count) => notify.success(t("clean.done", { count, number: formatNumber(count) })),
    });
  };

  return (
    <Box sx={{ mt: 2.5, pt: 2.5, borderTop: 1, borderColor: "divider" }}>
      <Typography variant="subtitle2">{t("clean.heading")}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5 }}>
        {t("clean.hint")}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
        <TextField
          type="date"
          size="small"
          fullWidth={false}
          label={t("clean.before")}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          disabled={clean.isPending}
          error={Number.isNaN(time)}
          helperText={Number.isNaN(time) && t("validation:date.invalid")}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: dayBefore(0) } }}
          sx={{ width: 180 }}
        />
        <Button
          variant="outlined"
          color="error"
          loading={clean.isPending}
          disabled={Number.isNaN(time)}
          onClick={() => void ask()}
        >
          {t("clean.button")}
        </Button>
        <Typography variant="body2" role="status" sx={{ color: "text.secondary" }}>
          {clean.isPending && t("clean.running", { count: deleted, number: formatNumber(deleted) })}
        </Typography>
      </Stack>
    </Box>
  );
}

/** `YYYY-MM-DD` of some days ago, in the viewer's zone. */
function dayBefore(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Epoch seconds at which a day begins for the viewer; NaN for no day. */
function startOfDay(day: string): number {
  return Math.floor(new Date(`${day}T00:00:00`).getTime() / 1000);
}
