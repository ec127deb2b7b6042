import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export interface StatCardProps {
  label: ReactNode;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  /** What to compare it with, e.g. "Yesterday 46". */
  note?: ReactNode;
  /** A small chart at the right. */
  chart?: ReactNode;
}

/** One number that matters, with its unit, its change and its recent trend. */
export function StatCard(props: StatCardProps) {
  const loading = props.value === undefined;
  return (
    <Card sx={{ px: 2.5, py: { xs: 1.5, sm: 2 }, height: "100%" }} aria-busy={loading}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {props.label}
      </Typography>
      <Stack
        direction="row"
        sx={{ alignItems: "flex-end", justifyContent: "space-between", gap: 1, mt: 0.5 }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography
            component="p"
            sx={{
              fontSize: { xs: 20, sm: 26 },
              lineHeight: "34px",
              fontWeight: 500,
              letterSpacing: "-0.02em",
            }}
          >
            {loading ? <Skeleton width={96} /> : props.value}
          </Typography>
          <Typography
            variant="body2"
            component="div"
            sx={{ color: "text.secondary", minHeight: 20, textWrap: "balance" }}
          >
            {loading ? <Skeleton width={120} /> : props.note}
          </Typography>
        </Box>
        {props.chart}
      </Stack>
    </Card>
  );
}
