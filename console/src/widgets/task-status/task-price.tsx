import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import type { TaskRow } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { QuotaText } from "../quota-text/quota-text";

/** What a task costs, and whether the amount is held, charged or released. */
export function TaskPrice({ task }: { task: Pick<TaskRow, "quota" | "charge"> }) {
  const { t } = useTranslation("task-status");
  const { quota, charge } = task;
  return (
    <Box component="span" sx={{ display: "inline-block", lineHeight: "16px" }}>
      {charge === "released" ? "—" : <QuotaText value={quota} exact />}
      {charge !== "charged" && (
        <Tooltip title={t(`charge_hint.${charge}`)}>
          <Box
            component="span"
            sx={{ display: "block", typography: "caption", color: "text.secondary", whiteSpace: "nowrap" }}
          >
            {t(`charge.${charge}`)}
          </Box>
        </Tooltip>
      )}
    </Box>
  );
}
