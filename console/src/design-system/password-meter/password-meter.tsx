import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

export interface PasswordMeterProps {
  /** How many of four bars are filled. */
  strength: 0 | 1 | 2 | 3 | 4;
  /** The strength in a word. */
  word: string;
  /** Label for screen readers. */
  label: string;
}

const colors = ["error.main", "error.main", "warning.main", "success.main", "success.main"] as const;

/** Four bars and a word under a password that is being chosen. */
export function PasswordMeter({ strength, word, label }: PasswordMeterProps) {
  return (
    <Stack
      direction="row"
      role="status"
      aria-label={`${label}: ${word}`}
      sx={{ alignItems: "center", gap: 1.25 }}
    >
      <Stack direction="row" aria-hidden sx={{ flex: 1, gap: 0.5 }}>
        {[1, 2, 3, 4].map((bar) => (
          <Box
            key={bar}
            sx={{
              flex: 1,
              height: 4,
              borderRadius: 2,
              bgcolor: bar <= Math.max(1, strength) ? colors[strength] : "divider",
              transition: "background-color 150ms",
            }}
          />
        ))}
      </Stack>
      <Typography aria-hidden variant="caption" sx={{ color: "text.secondary" }}>
        {word}
      </Typography>
    </Stack>
  );
}
