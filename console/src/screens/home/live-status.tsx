import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../lib/format-time";
import { siteInfoQuery } from "../../lib/site-info/site-info";

/** Interval of the health check, in milliseconds. */
const interval = 30_000;

/** Polled health of the server, and its uptime. */
export function LiveStatus() {
  const { t } = useTranslation("home");
  const { data, isError, isPending } = useQuery({ ...siteInfoQuery, refetchInterval: interval });
  const known = !isPending && data !== undefined && data.start_time > 0;
  return (
    <Stack
      direction="row"
      role="status"
      sx={{ mt: 3, alignItems: "center", gap: 1, minHeight: 20, fontSize: 13, color: "text.secondary" }}
    >
      {isError && <Dot color="error.main" />}
      {isError && t("status.silent")}
      {!isError && known && (
        <>
          <Dot color="success.main" />
          <span>
            {t("status.up")}{" "}
            <time dateTime={new Date(data.start_time * 1000).toISOString()}>
              {formatTime(data.start_time)}
            </time>
          </span>
        </>
      )}
    </Stack>
  );
}

function Dot({ color }: { color: string }) {
  return <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: "50%", bgcolor: color, flexShrink: 0 }} />;
}
