import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export interface FormSectionProps {
  title?: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together, under a heading. */
export function FormSection(props: FormSectionProps) {
  return (
    <Box component="section" sx={{ "& + &": { mt: 3.5 } }}>
      {props.title && (
        <Typography variant="h4" component="h3">
          {props.title}
        </Typography>
      )}
      {props.description && (
        <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
          {props.description}
        </Typography>
      )}
      <Stack spacing={2} sx={{ mt: props.title || props.description ? 1.5 : 0 }}>
        {props.children}
      </Stack>
    </Box>
  );
}
