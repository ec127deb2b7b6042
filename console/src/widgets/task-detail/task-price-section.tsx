import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { logMetadata, type LogRow, logTypes } from "@tollgate/contract/logs";
import { exactQuota } from "@tollgate/contract/quota";
import type { TaskDetail } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { FactList } from "../../design-system/fact/fact-list";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatCost } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { PriceExplanation } from "../price-explanation/price-explanation";
import { priceSentence } from "../price-explanation/price-sentence";
import { QuotaText } from "../quota-text/quota-text";

/** What a task costs and why, what became of the amount, and the entry that charged it. */
export function TaskPriceSection({ detail }: { detail: TaskDetail }) {
  const { t } = useTranslation("task-detail");
  const { t: priceText } = useTranslation("price-explanation");
  const { quotaPerUnit } = useQuotaFormat();
  const { task, ledger } = detail;
  const released = task.charge === "released";
  const row = pricedRow(detail);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box>
        <Typography variant="h2" component="p" title={exactQuota(task.quota, quotaPerUnit)}>
          {formatCost(task.quota, { quotaPerUnit, displayInCurrency: true })}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: "anywhere" }}>
          {[t(`charge.${task.charge}`), released ? "" : priceSentence(priceText, row)]
            .filter((sentence) => sentence !== "")
            .join(" ")}
        </Typography>
      </Box>
      {task.charge === "charged" && <PriceExplanation row={row} />}
      {ledger && (
        <FactList
          facts={[
            { label: t("ledger.entry"), value: <MonoText copy>{ledger.id}</MonoText> },
            { label: t("ledger.amount"), value: <QuotaText value={ledger.amount} exact /> },
            {
              label: t("ledger.time"),
              value: <TimeText value={ledger.created_at} />,
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** The task's log row; before there is one, a row with what the task stores about its price. */
function pricedRow({ task, price, log }: TaskDetail): LogRow {
  if (log) return log;
  return {
    id: 0,
    created_at: task.created_at,
    type: logTypes.consumption,
    content: "",
    user_id: task.user_id,
    username: task.username,
    token_id: task.token_id,
    token_name: task.token_name,
    model_name: task.model_name,
    quota: task.quota,
    prompt_tokens: 0,
    completion_tokens: 0,
    channel_id: task.channel_id,
    channel: null,
    request_time: 0,
    is_stream: false,
    source_ip: "",
    request_id: task.request_id,
    outcome: null,
    metadata: logMetadata.safeParse(price).data ?? {},
  };
}
