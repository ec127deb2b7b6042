import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState } from "../../design-system/error-state/error-state";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";
import { prefetchQuietly } from "../../lib/query-client";
import { useHasAccess } from "../../lib/session/session";
import { MonthChoice } from "./month-choice";
import { currentMonth, monthsBack } from "./months";
import { PrintStyle } from "./print-style";
import { StatementSheet } from "./statement-sheet";
import { statementQuery } from "./statements-queries";

const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** Fetches what the page asks for first. */
export function prefetchStatement(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, statementQuery(currentMonth(), 0));
}

/** Statements by month; the browser prints them, or saves them as PDF. */
export function StatementsPage() {
  const { t } = useTranslation("statements");
  const texts = useDesignTexts();
  const [search, setSearch] = useSearchParams();
  const isAdmin = useHasAccess("admin");
  const newest = currentMonth();
  const named = search.get("month") ?? "";
  const month = monthPattern.test(named) && named < newest ? named : newest;
  const user = isAdmin && /^\d{1,15}$/.test(search.get("user") ?? "") ? Number(search.get("user")) : 0;
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(month, user));
  const choose = (chosen: string): void => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (chosen === newest) next.delete("month");
      else next.set("month", chosen);
      return next;
    });
  };
  const first = data && data.first_month < month ? data.first_month : month;
  return (
    <Box sx={{ maxWidth: 860 }}>
      <PrintStyle />
      <PageHeader
        title={t("title")}
        description={user > 0 && data ? t("descriptionOf", { name: data.username }) : t("description")}
        action={
          data && (
            <Button variant="contained" startIcon={<PrintOutlinedIcon />} onClick={() => window.print()}>
              {t("print")}
            </Button>
          )
        }
      />
      <MonthChoice months={monthsBack(newest, first)} value={month} onChange={choose} />
      {data ? (
        <StatementSheet statement={data} stale={isPlaceholderData} />
      ) : error ? (
        <Card sx={{ display: "grid", placeItems: "center" }}>
          <ErrorState
            title={texts.loadFailed}
            message={describeError(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Card aria-busy sx={{ px: { xs: 2, sm: 5 }, py: { xs: 2.5, sm: 4.5 } }}>
          <Stack spacing={1.5}>
            <Skeleton width={160} height={28} />
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} height={24} />
            ))}
          </Stack>
        </Card>
      )}
    </Box>
  );
}
