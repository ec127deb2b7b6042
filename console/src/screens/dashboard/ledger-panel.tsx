import type { BookDifference, Reconciliation } from "@tollgate/contract/reconciliation";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { formatNumber } from "../../lib/format-number";

interface LedgerPanelProps {
  result: Reconciliation;
  open: boolean;
  onClose: () => void;
}

/** Every difference with both figures, in quota, since a difference of one counts. */
export function LedgerPanel({ result, open, onClose }: LedgerPanelProps) {
  const { t } = useTranslation("dashboard");
  const texts = useDesignTexts();
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={t("books.panel")}
      subtitle={t("books.subtitle", { time: texts.time(result.checked_at) })}
    >
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 2 }}>
        {t("books.hint")}
      </Typography>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {result.differences.map((difference) => (
          <Difference
            key={`${difference.check} ${difference.subject} ${difference.id} ${difference.expected}`}
            difference={difference}
          />
        ))}
      </Stack>
      {result.more && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 2 }}>
          {t("books.more")}
        </Typography>
      )}
    </SidePanel>
  );
}

function Difference({ difference }: { difference: BookDifference }) {
  const { t } = useTranslation("dashboard");
  const { check, subject, id, expected, actual } = difference;
  const figures = [
    { label: t("books.expected"), value: formatNumber(expected) },
    { label: t("books.actual"), value: formatNumber(actual) },
    {
      label: t("books.difference"),
      value: `${actual > expected ? "+" : ""}${formatNumber(actual - expected)}`,
    },
  ];
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2, alignItems: "baseline" }}>
        <Typography variant="subtitle2">
          {t(`books.subject.${subject}`, { id: subject === "entry" ? "" : id })}
        </Typography>
        {subject === "user" && (
          <Link component={RouterLink} to={`/panel/user?keyword=${id}`} variant="body2">
            {t("books.open")}
          </Link>
        )}
      </Stack>
      {subject === "entry" && <MonoText wrap>{id}</MonoText>}
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(`books.checks.${check}`)}
      </Typography>
      <Stack component="dl" direction="row" sx={{ m: 0, mt: 1, gap: 3, flexWrap: "wrap" }}>
        {figures.map((figure) => (
          <Box key={figure.label}>
            <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
              {figure.label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
              {figure.value}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
