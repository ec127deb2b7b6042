import type { Statement } from "@tollgate/contract/statements";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Fact } from "../../design-system/fact/fact";
import { formatNumber } from "../../lib/format-number";
import { useQuotaFormat, useSiteInfo } from "../../lib/site-info/site-info";
import { Amount, Decimals, decimalsOf } from "./amount";
import { formatMonth, formatUtcDate, formatUtcTime } from "./months";
import { StatementTable } from "./statement-table";

/** One month of an account, as it is shown and printed. */
export function StatementSheet({ statement, stale }: { statement: Statement; stale: boolean }) {
  const { t } = useTranslation("statements");
  const { quotaPerUnit } = useQuotaFormat();
  return (
    <Card
      id="statement"
      component="article"
      aria-label={t("sheet", { month: formatMonth(statement.month) })}
      aria-busy={stale}
      sx={{ px: { xs: 2, sm: 5 }, py: { xs: 2.5, sm: 4.5 }, opacity: stale ? 0.6 : 1 }}
    >
      <Decimals value={decimalsOf(statement, quotaPerUnit)}>
        <Letterhead month={statement.month} />
        <Facts statement={statement} />
        <Section title={t("summary")}>
          <StatementTable label={t("summary")} rows={useSummary(statement)} />
          {statement.uncollected > 0 && !statement.complete && (
            <Typography variant="body2" sx={{ mt: 1.5 }}>
              {t("uncollected")} <Amount value={statement.uncollected} />
            </Typography>
          )}
        </Section>
        <UsageSection statement={statement} />
        <ChangesSection statement={statement} />
      </Decimals>
      <Typography variant="caption" component="p" sx={{ color: "text.secondary", mt: 4 }}>
        {t("utc")}
      </Typography>
    </Card>
  );
}

/** The operator's name or logo, and what the sheet is. */
function Letterhead({ month }: { month: string }) {
  const { t } = useTranslation("statements");
  const { logo, system_name } = useSiteInfo();
  return (
    <Stack
      direction="row"
      sx={{ justifyContent: "space-between", alignItems: "flex-start", gap: 2, flexWrap: "wrap" }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.25, minWidth: 0 }}>
        {logo && (
          <Box
            component="img"
            src={logo}
            alt=""
            sx={{ maxHeight: 36, maxWidth: 160, objectFit: "contain" }}
          />
        )}
        <Typography sx={{ fontSize: 17, fontWeight: 700, letterSpacing: "-0.02em" }}>
          {system_name}
        </Typography>
      </Stack>
      <Box sx={{ textAlign: { sm: "right" } }}>
        <Typography variant="h2">{t("statement")}</Typography>
        <Typography sx={{ color: "text.secondary" }}>{formatMonth(month)}</Typography>
      </Box>
    </Stack>
  );
}

function Facts({ statement }: { statement: Statement }) {
  const { t } = useTranslation("statements");
  const { username, display_name: name, user_id: id, from, until, complete } = statement;
  // The end is exclusive: it belongs to the next month.
  const period = `${formatUtcDate(from)} – ${complete ? formatUtcDate(until - 1) : `${formatUtcTime(until)} UTC`}`;
  const facts = [
    { label: t("account"), value: name === "" || name === username ? username : `${name} (${username})` },
    { label: t("number"), value: String(id) },
    { label: t("period"), value: period },
  ];
  return (
    <>
      <Stack component="dl" direction="row" sx={{ m: 0, mt: 3, columnGap: 5, rowGap: 1.5, flexWrap: "wrap" }}>
        {facts.map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </Stack>
      {!complete && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1.5 }}>
          {t("running")}
        </Typography>
      )}
    </>
  );
}

function useSummary({ opening, changes, used, closing }: Statement) {
  const { t } = useTranslation("statements");
  return [
    { key: "opening", cells: [t("opening"), <Amount key="amount" value={opening} />] },
    ...changes.map(({ kind, amount, count }) => ({
      key: kind,
      cells: [
        t("kindWithCount", { kind: t(`kinds.${kind}`), number: formatNumber(count) }),
        <Amount key="amount" value={amount} />,
      ],
    })),
    { key: "used", cells: [t("used"), <Amount key="amount" value={-used} />] },
    { key: "closing", strong: true, cells: [t("closing"), <Amount key="amount" value={closing} />] },
  ];
}

function UsageSection({ statement }: { statement: Statement }) {
  const { t } = useTranslation("statements");
  if (statement.usage.length === 0)
    return (
      <Section title={t("usage")}>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("noUsage")}
        </Typography>
      </Section>
    );
  const sum = (field: "request_count" | "prompt_tokens" | "completion_tokens"): string =>
    formatNumber(statement.usage.reduce((total, row) => total + row[field], 0));
  const total = [t("total"), sum("request_count"), sum("prompt_tokens"), sum("completion_tokens")];
  return (
    <Section title={t("usage")}>
      <StatementTable
        label={t("usage")}
        wideColumns={[2, 3]}
        head={[
          { label: t("model") },
          { label: t("requests"), numeric: true },
          { label: t("input"), numeric: true },
          { label: t("output"), numeric: true },
          { label: t("amount"), numeric: true },
        ]}
        rows={[
          ...statement.usage.map((row) => ({
            key: `model ${row.model_name}`,
            cells: [
              row.model_name || t("noModel"),
              formatNumber(row.request_count),
              formatNumber(row.prompt_tokens),
              formatNumber(row.completion_tokens),
              <Amount key="amount" value={row.quota} />,
            ],
          })),
          { key: "total", strong: true, cells: [...total, <Amount key="amount" value={statement.used} />] },
        ]}
      />
    </Section>
  );
}

function ChangesSection({ statement }: { statement: Statement }) {
  const { t } = useTranslation("statements");
  if (statement.entries.length === 0) return null;
  return (
    <Section title={t("changes")}>
      <StatementTable
        label={t("changes")}
        wideColumns={[2]}
        head={[
          { label: t("date") },
          { label: t("kind") },
          { label: t("remark") },
          { label: t("amount"), numeric: true },
        ]}
        rows={statement.entries.map((entry, index) => ({
          key: String(index),
          cells: [
            <Box component="span" key="date" sx={{ whiteSpace: "nowrap" }}>
              {formatUtcDate(entry.created_at)}
            </Box>,
            t(`kinds.${entry.kind}`),
            entry.remark,
            <Amount key="amount" value={entry.amount} />,
          ],
        }))}
      />
      {statement.more_entries && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1.5 }}>
          {t("moreEntries", { number: formatNumber(statement.entries.length) })}
        </Typography>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h3" component="h2" sx={{ fontSize: 15, mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
