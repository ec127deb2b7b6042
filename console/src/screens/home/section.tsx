import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import type { SxProps, Theme } from "@mui/material/styles";
import type { ReactNode } from "react";
import { monoFont } from "../../design-system/theme/tokens";

interface SectionProps {
  /** Undefined while it is loading. */
  title: ReactNode | undefined;
  lead?: ReactNode;
  /** A step darker than its neighbors. */
  sunk?: boolean;
  children?: ReactNode;
}

/** The width that everything on the page keeps. */
export const pageWidth = { width: "100%", maxWidth: 1160, mx: "auto", px: { xs: 2.5, sm: 4 } } as const;

const columns = {
  two: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
  three: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", md: "repeat(3, minmax(0, 1fr))" },
};

/** Styles of a whole section: plain elements render several times faster than styled ones. */
const sectionLook: SxProps<Theme> = {
  borderTop: 1,
  borderColor: "divider",
  py: { xs: 6, md: 9 },
  "& > div": pageWidth,
  "& h2, & .loading": {
    m: 0,
    fontSize: { xs: 22, md: 28 },
    lineHeight: { xs: "30px", md: "36px" },
    fontWeight: 500,
    letterSpacing: "-0.02em",
  },
  "& .lead": { mt: 1, mb: 0, fontSize: 16, lineHeight: "26px", color: "text.secondary", maxWidth: 640 },
  "& ul, & dl": { m: 0, p: 0, mt: { xs: 3, md: 4 }, listStyle: "none", display: "grid" },
  "& li": { minWidth: 0 },
  "& code, & .names": { fontFamily: monoFont, fontSize: 12.5, lineHeight: "20px", color: "text.secondary" },
  "& .quiet": { color: "text.secondary", fontWeight: 400 },
  "& b, & dt": { display: "block", fontWeight: 500 },
  // Cells with hairlines between them, for any number in a row.
  "& .cells": {
    gridTemplateColumns: columns.three,
    gap: "1px",
    bgcolor: "divider",
    border: 1,
    borderColor: "divider",
    borderRadius: "12px",
    overflow: "hidden",
  },
  "& .cells > li": { px: 2.5, py: 2, bgcolor: "background.paper" },
  "& .providers": { gridTemplateColumns: columns.three, columnGap: 4, rowGap: 3 },
  "& .providers > li": { display: "flex", gap: 1.5 },
  "& .names": { overflowWrap: "anywhere" },
  "& dl": { gridTemplateColumns: columns.two, columnGap: 7, rowGap: 4 },
  "& dt": { fontSize: 16 },
  "& dd": { m: 0, mt: 0.5, color: "text.secondary", fontSize: 15, lineHeight: "24px", textWrap: "pretty" },
};

/** One part of the page under its own heading. */
export function Section({ title, lead, sunk = false, children }: SectionProps) {
  return (
    <Box component="section" sx={sectionLook} style={sunk ? { backgroundColor: "var(--sunk)" } : undefined}>
      <div>
        {title === undefined ? (
          <Skeleton aria-busy className="loading" width={320} sx={{ maxWidth: "100%" }} />
        ) : (
          <h2>{title}</h2>
        )}
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </Box>
  );
}
