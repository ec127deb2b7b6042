import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { formatNumber } from "../../lib/format-number";
import { notify } from "../../lib/notifications/notifications";
import { MomentField } from "../moment-field/moment-field";
import { momentText } from "../moment-field/moment-text";
import { useCleanLogs } from "./use-clean-logs";

const usualDays = 30;

/** Deletes log rows before a day, now. */
export function CleanLogs() {
  const { t } = useTranslation("clean-logs");
  const confirm = useConfirm();
  const [time, setTime] = useState(() => dayBefore(usualDays));
  const [deleted, setDeleted] = useState(0);
  const clean = useCleanLogs(setDeleted);
  const known = time > 0;

  const ask = async (): Promise<void> => {
    const question = {
      title: t("title", { day: momentText(time, "day") }),
      body: t("body"),
      confirmLabel: t("confirm"),
    };
    if (!(await confirm({ ...question, danger: true }))) return;
    setDeleted(0);
    clean.mutate(time, {
      onSuccess: (count) => notify.success(t("done", { count, number: formatNumber(count) })),
    });
  };

  return (
    <Box sx={{ mt: 2.5, pt: 2.5, borderTop: 1, borderColor: "divider" }}>
      <Typography variant="subtitle2">{t("heading")}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5 }}>
        {t("hint")}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
        <MomentField
          precision="day"
          width={200}
          label={t("before")}
          value={time}
          onChange={setTime}
          disabled={clean.isPending}
        />
        <Button
          variant="outlined"
          color="error"
          loading={clean.isPending}
          disabled={!known}
          onClick={() => void ask()}
        >
          {t("button")}
        </Button>
        <Typography variant="body2" role="status" sx={{ color: "text.secondary" }}>
          {clean.isPending && t("running", { count: deleted, number: formatNumber(deleted) })}
        </Typography>
      </Stack>
    </Box>
  );
}

/** Epoch seconds at which the day of some days ago begins for the viewer. */
function dayBefore(days: number): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime() / 1000;
}
