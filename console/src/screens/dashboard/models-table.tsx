import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import { formatNumber, formatShare } from "../../lib/format-number";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { DurationText } from "../../widgets/duration-text/duration-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import type { ModelUsage } from "./summarize-usage";

/** The week's models with their counts and their part of the spend. */
export function ModelsTable(props: { models: ModelUsage[] | undefined }) {
  const { t } = useTranslation("dashboard");
  const columns = useMemo<DataColumn<ModelUsage>[]>(
    () => [
      {
        id: "model",
        header: t("models.model"),
        cell: ({ row }) => row.original.model || t("models.none"),
        meta: { minWidth: 160 },
      },
      {
        id: "requests",
        header: () => <RequestsLabel>{t("models.requests")}</RequestsLabel>,
        cell: ({ row }) => formatNumber(row.original.requests),
        meta: { numeric: true },
      },
      {
        id: "input",
        header: t("models.input"),
        cell: ({ row }) => formatNumber(row.original.inputTokens),
        meta: { leaves: 2, numeric: true },
      },
      {
        id: "output",
        header: t("models.output"),
        cell: ({ row }) => formatNumber(row.original.outputTokens),
        meta: { leaves: 3, numeric: true },
      },
      {
        id: "time",
        header: t("models.time"),
        cell: ({ row: { original: usage } }) =>
          usage.averageTime === undefined ? "—" : <DurationText value={usage.averageTime} />,
        meta: { leaves: 1, numeric: true },
      },
      {
        id: "spend",
        header: t("models.spend"),
        cell: ({ row }) => <QuotaText value={row.original.quota} />,
        meta: { numeric: true },
      },
      {
        id: "share",
        header: t("models.share"),
        cell: ({ row }) => <Share value={row.original.share} />,
        meta: { leaves: 4, numeric: true, width: 150 },
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t("models.title")}
      columns={columns}
      rows={props.models}
      rowId={(model) => model.model}
      empty={null}
      toolbar={
        <Typography variant="h3" component="h2" sx={{ fontSize: 15, px: { xs: 1, sm: 1.25 }, py: 0.75 }}>
          {t("models.title")}
        </Typography>
      }
      card={(model) => (
        <Stack spacing={0.5}>
          <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
            <Typography variant="subtitle2" noWrap>
              {model.model}
            </Typography>
            <Typography variant="subtitle2">
              <QuotaText value={model.quota} />
            </Typography>
          </Stack>
          <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", gap: 2 }}>
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {t("models.requestCount", { number: formatNumber(model.requests) })}
            </Typography>
            <Share value={model.share} />
          </Stack>
        </Stack>
      )}
    />
  );
}

/** A part of the whole as bar and number. */
function Share(props: { value: number }) {
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", justifyContent: "flex-end", gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 64, height: 4, borderRadius: 2, bgcolor: "action.hover", overflow: "hidden" }}
      >
        <Box
          component="span"
          sx={{ display: "block", height: 1, width: `${props.value * 100}%`, bgcolor: "primary.main" }}
        />
      </Box>
      <Box component="span" sx={{ minWidth: 40, textAlign: "right" }}>
        {formatShare(props.value)}
      </Box>
    </Stack>
  );
}
