import CheckIcon from "@mui/icons-material/Check";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

interface SetupStepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

/** One step with its number, which becomes a tick. */
export function SetupStep({ number, title, done, children }: SetupStepProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ "& + &": { mt: 3 } }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1.25, mb: 1 }}>
        <Box
          aria-hidden
          sx={{
            width: 24,
            height: 24,
            flexShrink: 0,
            display: "grid",
            placeItems: "center",
            borderRadius: "50%",
            fontSize: 13,
            fontWeight: 500,
            border: 1,
            borderColor: done ? "success.main" : "divider",
            color: done ? "success.main" : "text.secondary",
          }}
        >
          {done ? <CheckIcon sx={{ fontSize: 16 }} /> : number}
        </Box>
        <Typography id={id} variant="h4" component="h3">
          {title}
        </Typography>
      </Stack>
      <Box sx={{ pl: { sm: 4.5 } }}>{children}</Box>
    </Box>
  );
}
