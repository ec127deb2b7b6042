import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export interface ChartCardProps {
  title: string;
  /** Below the title: a sentence, or the number that the block is about. */
  description?: ReactNode;
  /** Legend, range or switch at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of a chart or of any titled block of a dashboard. */
export function ChartCard(props: ChartCardProps) {
  return (
    <Card component="section" sx={{ height: "100%", display: "flex", flexDirection: "column" }}>
      <Stack
        direction="row"
        sx={{
          alignItems: "flex-start",
          justifyContent: "space-between",
          columnGap: 2,
          rowGap: 1,
          px: 2.5,
          pt: 2,
          pb: 1,
          flexWrap: { xs: "wrap", sm: "nowrap" },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h2" sx={{ fontSize: 15 }}>
            {props.title}
          </Typography>
          {props.description && (
            <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
              {props.description}
            </Typography>
          )}
        </Box>
        {props.action}
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0 }}>{props.children}</Box>
    </Card>
  );
}
