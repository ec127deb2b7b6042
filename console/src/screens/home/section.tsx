import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface SectionProps {
  title: ReactNode;
  lead?: ReactNode;
  /** A step darker than its neighbours. */
  sunk?: boolean;
  children: ReactNode;
}

/** The width that everything on the page keeps. */
export const pageWidth = { width: "100%", maxWidth: 1160, mx: "auto", px: { xs: 2.5, sm: 4 } } as const;

/** One part of the page under its own heading. */
export function Section({ title, lead, sunk = false, children }: SectionProps) {
  return (
    <Box
      component="section"
      sx={{
        borderTop: 1,
        borderColor: "divider",
        bgcolor: sunk ? "background.default" : "background.paper",
        py: { xs: 6, md: 9 },
      }}
    >
      <Box sx={pageWidth}>
        <Typography
          variant="h2"
          sx={{
            fontSize: { xs: 22, md: 28 },
            lineHeight: { xs: "30px", md: "36px" },
            letterSpacing: "-0.02em",
          }}
        >
          {title}
        </Typography>
        {lead && (
          <Typography
            sx={{ mt: 1, fontSize: 16, lineHeight: "26px", color: "text.secondary", maxWidth: 640 }}
          >
            {lead}
          </Typography>
        )}
        <Box sx={{ mt: { xs: 3, md: 4 } }}>{children}</Box>
      </Box>
    </Box>
  );
}
