import DownloadIcon from "@mui/icons-material/FileDownloadOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { csvLine } from "@tollgate/contract/csv-cell";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { monoFont } from "../../design-system/theme/tokens";
import { formatTime } from "../../lib/format-time";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { downloadText } from "../../widgets/notification-host/download-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import type { RedemptionValues } from "./redemption-values";

/** Codes that were just created, and what they are worth. */
export interface CreatedCodes extends RedemptionValues {
  codes: string[];
}

/** More rows than this only slow the page down; copy and download hold all. */
const shownAtMost = 200;

/** New codes: to copy, to download, to read. */
export function CreatedCodesPanel({ created, onClose }: { created: CreatedCodes; onClose: () => void }) {
  const { t } = useTranslation("redemptions");
  const { codes, name, quota, expired_time } = created;
  const { quotaPerUnit } = useQuotaFormat();
  const left = codes.length - shownAtMost;
  const text = codes.join("\n");
  return (
    <SidePanel
      open
      title={t("created.title", { count: codes.length })}
      subtitle={name}
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button variant="contained" onClick={onClose}>
            {t("created.done")}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          <QuotaText value={quota} /> {t("created.each")}
          {expired_time > 0 && ` · ${t("created.until", { time: formatTime(expired_time) })}`}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <CopyButton text={text} caption={t("created.copy", { count: codes.length })} variant="contained" />
          <Button
            size="small"
            variant="outlined"
            startIcon={<DownloadIcon />}
            onClick={() => downloadText(fileName(name, "txt"), `${text}\n`)}
          >
            {t("created.text")}
          </Button>
          <Button
            size="small"
            variant="outlined"
            startIcon={<DownloadIcon />}
            onClick={() => downloadText(fileName(name, "csv"), csvOf(created, quotaPerUnit))}
          >
            {t("created.csv")}
          </Button>
        </Stack>
        <CodeList codes={codes.slice(0, shownAtMost)} label={t("created.list")} />
        {left > 0 && (
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {t("created.more", { count: left })}
          </Typography>
        )}
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("created.later")}
        </Typography>
      </Stack>
    </SidePanel>
  );
}

function CodeList({ codes, label }: { codes: string[]; label: string }) {
  useMonoFont();
  return (
    <Box
      component="output"
      aria-label={label}
      sx={{
        p: 2,
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        backgroundColor: "background.default",
        fontFamily: monoFont,
        fontSize: 14,
        lineHeight: "24px",
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
        userSelect: "all",
      }}
    >
      {codes.join("\n")}
    </Box>
  );
}

/** A name as a file's, on every system. */
function fileName(name: string, ending: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-")}.${ending}`;
}

function csvOf({ codes, name, quota, expired_time }: CreatedCodes, quotaPerUnit: number): string {
  const expires = expired_time > 0 ? new Date(expired_time * 1000).toISOString().replace(".000Z", "Z") : "";
  const lines = codes.map((code) => csvLine([code, name, quota, quota / quotaPerUnit, expires]));
  // Excel reads UTF-8 only after a byte order mark.
  return `\uFEFF${csvLine(["code", "name", "quota", "usd", "expires"])}${lines.join("")}`;
}
