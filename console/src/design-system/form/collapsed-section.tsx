import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

export interface CollapsedSectionProps {
  title: string;
  /** What is set inside, so that it need not be opened to know: "Proxy, 2 headers". */
  summary?: ReactNode;
  /** Open from the start, e.g. because a field inside has a problem. */
  defaultOpen?: boolean;
  /** Holds a field with a problem: opens, and says so. */
  invalid?: boolean;
  children: ReactNode;
}

/** The advanced part of a form: folded, saying what is set inside. */
export function CollapsedSection(props: CollapsedSectionProps) {
  const id = useId();
  return (
    <Accordion
      // A problem inside must be seen: a new key opens the section anew.
      key={props.invalid ? "invalid" : "valid"}
      defaultExpanded={props.invalid || (props.defaultOpen ?? false)}
      sx={{ "& + &": { mt: 1 }, mt: 2 }}
    >
      <AccordionSummary
        // Names the region that it opens.
        id={`${id}-title`}
        aria-controls={`${id}-content`}
        expandIcon={<ExpandMoreIcon fontSize="small" />}
        sx={{ px: 2, minHeight: 48, "& .MuiAccordionSummary-content": { my: 1, minWidth: 0 } }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" sx={props.invalid ? { color: "error.main" } : {}}>
            {props.title}
          </Typography>
          {props.summary && (
            <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
              {props.summary}
            </Typography>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 2, pt: 1, pb: 2 }}>
        <Stack spacing={2}>{props.children}</Stack>
      </AccordionDetails>
    </Accordion>
  );
}
