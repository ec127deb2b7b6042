import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { formatNumber } from "../../lib/format-number";
import { DurationText } from "../../widgets/duration-text/duration-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import type { Booking, Step } from "./conversation";
import { bookingQuery } from "./playground-queries";

interface AnswerFiguresProps {
  step: Step;
  onBooked: (booking: Booking) => void;
}

/** Figures of an answer: measured tokens and time, then the log row's tokens and cost. */
export function AnswerFigures({ step, onBooked }: AnswerFiguresProps) {
  const { t } = useTranslation("playground");
  const { booking, firstTokenMs, totalMs, requestId } = step;
  const counts = booking ?? step.usage;
  const speed = tokensPerSecond(step);
  return (
    <Box component="dl" aria-label={t("figures.label")} sx={listStyles}>
      {counts && (
        <>
          <Figure label={t("figures.input")}>
            {formatNumber(counts.input)}
            {counts.cached > 0 && (
              <Quiet> ({t("figures.cached", { tokens: formatNumber(counts.cached) })})</Quiet>
            )}
          </Figure>
          <Figure label={t("figures.output")}>{formatNumber(counts.output)}</Figure>
        </>
      )}
      {firstTokenMs !== undefined && (
        <Figure label={t("figures.first")}>
          <DurationText value={firstTokenMs} />
        </Figure>
      )}
      {totalMs !== undefined && (
        <Figure label={t("figures.total")}>
          <DurationText value={totalMs} />
        </Figure>
      )}
      {speed !== undefined && (
        <Figure label={t("figures.speed")} hint={t("figures.speedHint")}>
          {t("figures.perSecond", { count: speed, tokens: formatNumber(speed, speed < 10 ? 1 : 0) })}
        </Figure>
      )}
      {requestId !== "" && totalMs !== undefined && (
        <Figure label={t("figures.cost")}>
          {booking ? <Booked booking={booking} /> : <NotBooked requestId={requestId} onBooked={onBooked} />}
        </Figure>
      )}
    </Box>
  );
}

function Booked({ booking }: { booking: Booking }) {
  const { t } = useTranslation("playground");
  return (
    <>
      <QuotaText value={booking.quota} exact />{" "}
      <Link component={RouterLink} to={`/panel/log?id=${booking.logId}`} sx={{ ml: 0.5 }}>
        {t("figures.log")}
      </Link>
    </>
  );
}

/** Polls the log until it has the call. A stopped answer is settled when its provider has ended it. */
function NotBooked({ requestId, onBooked }: { requestId: string; onBooked: (booking: Booking) => void }) {
  const { t } = useTranslation("playground");
  const { data, isFetching, refetch } = useQuery(bookingQuery(requestId));
  useEffect(() => {
    if (data) onBooked(data);
  }, [data, onBooked]);
  return (
    <>
      <Quiet>{t("figures.notBooked")}</Quiet>
      <Button
        size="small"
        onClick={() => void refetch()}
        disabled={isFetching}
        sx={{ minHeight: 20, py: 0, px: 0.75, ml: 0.5, fontSize: 12 }}
      >
        {t("figures.check")}
      </Button>
    </>
  );
}

/** Tokens a second from the first word to the last; undefined where there are too few to measure. */
export function tokensPerSecond({ usage, booking, firstTokenMs, totalMs }: Step): number | undefined {
  const output = (booking ?? usage)?.output ?? 0;
  if (output < 2 || firstTokenMs === undefined || totalMs === undefined) return undefined;
  // A response in one piece has no duration to divide by.
  const writing = totalMs - firstTokenMs >= 50 ? totalMs - firstTokenMs : totalMs;
  return writing > 0 ? output / (writing / 1000) : undefined;
}

function Figure({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <Tooltip title={hint ?? ""}>
      <Box sx={{ display: "flex", gap: 0.75, alignItems: "baseline" }}>
        <Box component="dt" sx={{ color: "text.secondary" }}>
          {label}
        </Box>
        <Box component="dd" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
          {children}
        </Box>
      </Box>
    </Tooltip>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: "text.secondary" }}>
      {children}
    </Box>
  );
}

const listStyles = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: 2,
  rowGap: 0.25,
  m: 0,
  mt: 1.25,
  fontSize: 12,
  lineHeight: "20px",
} as const;
