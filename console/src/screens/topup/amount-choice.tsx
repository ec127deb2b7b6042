import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { TopUpTerms } from "@tollgate/contract/orders";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import type { AmountProblem, QuickAmount } from "./top-up-price";

interface AmountChoiceProps {
  /** As typed. */
  text: string;
  onChange: (text: string) => void;
  quick: readonly QuickAmount[];
  terms: TopUpTerms;
  problem: AmountProblem | undefined;
  inputRef: Ref<HTMLInputElement>;
}

/** Whole dollars: typed, or one of the quick choices with what they save. */
export function AmountChoice({ text, onChange, quick, terms, problem, inputRef }: AmountChoiceProps) {
  const { t } = useTranslation("topup");
  const limits = { min: formatNumber(terms.min_amount), max: formatNumber(terms.max_amount) };
  return (
    <Box>
      <TextField
        label={t("amount.label")}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        inputRef={inputRef}
        error={problem !== undefined}
        helperText={problem ? t(`amount.${problem}`, limits) : t("amount.hint", limits)}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: "numeric" },
          input: {
            startAdornment: <InputAdornment position="start">$</InputAdornment>,
            endAdornment: <InputAdornment position="end">USD</InputAdornment>,
          },
          inputLabel: { shrink: true },
        }}
      />
      <ToggleButtonGroup
        exclusive
        value={text.trim()}
        onChange={(_event, next: string | null) => next !== null && onChange(next)}
        aria-label={t("amount.quick")}
        sx={{
          display: "grid",
          gap: 1,
          mt: 1.5,
          gridTemplateColumns: "repeat(auto-fill, minmax(96px, 1fr))",
          // Two columns, so that a fourth amount is not alone on its line.
          ...(quick.length === 4 && { gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" } }),
          "& .MuiToggleButton-root.MuiToggleButton-root": {
            m: 0,
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            minHeight: 52,
            flexDirection: "column",
            color: "text.primary",
            textTransform: "none",
            "&.Mui-selected": { borderColor: "primary.main", color: "primary.main" },
          },
        }}
      >
        {quick.map(({ amount, percentOff }) => (
          <ToggleButton key={amount} value={String(amount)}>
            <Box component="span" sx={{ fontWeight: 500, fontVariantNumeric: "tabular-nums" }}>
              ${formatNumber(amount)}
            </Box>
            {percentOff > 0 && (
              <Box
                component="span"
                sx={(theme) => ({
                  fontSize: 12,
                  lineHeight: "16px",
                  fontWeight: 500,
                  color: theme.palette.mode === "light" ? "success.dark" : "success.main",
                })}
              >
                {t("amount.off", { percent: formatNumber(percentOff, 2) })}
              </Box>
            )}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
