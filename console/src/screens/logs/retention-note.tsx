import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { listSettings } from "@tollgate/contract/setting-endpoints";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { screenOnly } from "../../design-system/theme/print-rules";
import { call } from "../../lib/api-client";
import { CleanLogs } from "../../widgets/clean-logs/clean-logs";

const retentionQuery = queryOptions({
  queryKey: ["logs", "retention"],
  queryFn: async ({ signal }) => {
    const rows = await call(listSettings, { signal });
    const value = (key: string) => rows.find((row) => row.key === key)?.value;
    const deletes = value("LogAutoDeleteEnabled") === "true";
    return { days: deletes ? Number(value("LogAutoDeleteDays")) : 0 };
  },
});

/** Below the list: how long entries are kept, and the way to delete old ones now. */
export function RetentionNote() {
  const { t } = useTranslation("logs");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Link
        component="button"
        type="button"
        variant="body2"
        className={screenOnly}
        onClick={() => setOpen(true)}
        sx={{ mt: 1.5 }}
      >
        {t("retention.open")}
      </Link>
      {open && (
        <SidePanel open onClose={() => setOpen(false)} title={t("retention.title")}>
          <Retention />
        </SidePanel>
      )}
    </>
  );
}

function Retention() {
  const { t } = useTranslation("logs");
  const { data, isError } = useQuery(retentionQuery);
  return (
    <>
      <Typography variant="body2">
        {isError && t("retention.unknown")}
        {data && (data.days > 0 ? t("retention.days", { count: data.days }) : t("retention.forever"))}{" "}
        <Link component={RouterLink} to="/panel/setting">
          {t("retention.change")}
        </Link>
      </Typography>
      <CleanLogs />
    </>
  );
}
