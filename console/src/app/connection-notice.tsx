import CloudOffIcon from "@mui/icons-material/CloudOffOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getStatus } from "@tollgate/contract/site-info";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../lib/api-client";
import { outageShown, serverReachable } from "../lib/server-reachable";
import { useStore } from "../lib/store";

const pingMilliseconds = 5000;
const pingKey = ["ping"];

/** Shown while the server does not respond. Once it does again, the page's data is read again. */
export function ConnectionNotice() {
  const { t } = useTranslation("shell");
  const client = useQueryClient();
  const reachable = useStore(serverReachable);
  const ping = useQuery({
    queryKey: pingKey,
    queryFn: ({ signal }) => call(getStatus, { signal }),
    enabled: !reachable,
    staleTime: 0,
    retry: false,
    refetchInterval: pingMilliseconds,
    meta: { silent: true },
  });
  // One failed request is no outage.
  const lost = !reachable && ping.isError;
  const wasLost = useRef(false);
  useEffect(() => {
    outageShown.set(lost);
    return () => outageShown.set(false);
  }, [lost]);
  useEffect(() => {
    if (lost) wasLost.current = true;
    if (!reachable || !wasLost.current) return;
    wasLost.current = false;
    void client.resetQueries({ queryKey: pingKey });
    void client.invalidateQueries();
  }, [lost, reachable, client]);
  return (
    <Box
      role="status"
      sx={{
        position: "fixed",
        top: "calc(var(--banner-height, 0px) + var(--header-height) + 8px)",
        insetInline: 16,
        display: "flex",
        justifyContent: "center",
        pointerEvents: "none",
        zIndex: "appBar",
      }}
    >
      {lost && (
        <Stack
          direction="row"
          sx={{
            alignItems: "center",
            gap: 1,
            px: 2,
            py: 0.75,
            border: 1,
            borderColor: "warning.main",
            borderRadius: 1,
            bgcolor: "warning.light",
            color: "warning.dark",
            boxShadow: 4,
            fontSize: 13,
            fontWeight: 500,
          }}
        >
          <CloudOffIcon sx={{ fontSize: 18 }} />
          {t("reconnecting")}
        </Stack>
      )}
    </Box>
  );
}
