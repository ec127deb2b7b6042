import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { showProblem } from "./show-problem";

export interface CollapsedSectionProps {
  title: string;
  /** Summary of the values inside: "Proxy, 2 headers". */
  summary?: ReactNode;
  /** Open from the start, e.g. because something inside is set. */
  defaultOpen?: boolean;
  /** Contains an invalid field: opens, marks it, and stays open. */
  invalid?: boolean;
  children: ReactNode;
}

/** The advanced part of a form: folded, saying what is set inside. */
export function CollapsedSection(props: CollapsedSectionProps) {
  const id = useId();
  const invalid = props.invalid ?? false;
  const [open, setOpen] = useState(invalid || (props.defaultOpen ?? false));
  // Kept, so that the section does not collapse while the user corrects the field.
  if (invalid && !open) setOpen(true);
  return (
    <Accordion
      expanded={open}
      onChange={(_event, next) => setOpen(next)}
      slotProps={{ transition: { onEntered: (content: HTMLElement) => invalid && focusProblem(content) } }}
      // Material takes the margin of an open one that is the first of its kind.
      sx={{ "& + &": { mt: 1 }, mt: 2, "&.Mui-expanded:first-of-type": { mt: 2 } }}
    >
      <AccordionSummary
        // Names the region that it opens.
        id={`${id}-title`}
        aria-controls={`${id}-content`}
        expandIcon={<ExpandMoreIcon fontSize="small" />}
        sx={{ px: 2, minHeight: 48, "& .MuiAccordionSummary-content": { my: 1, minWidth: 0 } }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" sx={invalid ? { color: "error.main" } : {}}>
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

/** A form cannot focus a field that is folded away; where no other rejected field has the focus, the first one in here gets it. */
function focusProblem(content: HTMLElement): void {
  if (!document.activeElement?.matches('[aria-invalid="true"]')) showProblem(content);
}
