import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { formatDollars, formatNumber } from "../../lib/format-number";
import type { DiscountDraft, DraftProblem } from "./discount-values";

interface DiscountRowProps {
  number: number;
  row: DiscountDraft;
  problem: DraftProblem | undefined;
  /** Saving was tried: what is missing is marked, too. */
  tried: boolean;
  disabled: boolean;
  onChange: (part: Partial<DiscountDraft>) => void;
  onRemove: () => void;
}

/** One amount with its price, and what that means in dollars. */
export function DiscountRow({ number, row, problem, tried, disabled, ...act }: DiscountRowProps) {
  const { t } = useTranslation("settings");
  const shown = (part: keyof DiscountDraft): string | undefined => {
    const mine = part === "percent" ? problem === "percent" : problem !== undefined && problem !== "percent";
    return mine && (tried || row[part].trim() !== "")
      ? t(`discounts.problem_${problem}`, { number })
      : undefined;
  };
  const field = (part: keyof DiscountDraft, name: string) => ({
    label: t(`discounts.${part}`),
    value: row[part],
    disabled,
    error: shown(part) !== undefined,
    helperText: shown(part),
    autoComplete: "off",
    htmlInput: { inputMode: "decimal" as const, "aria-label": name },
  });
  const { htmlInput: amountInput, ...amount } = field("amount", t("discounts.amount_of", { number }));
  const { htmlInput: percentInput, ...percent } = field("percent", t("discounts.percent_of", { number }));
  return (
    <Box
      sx={{
        display: "grid",
        gap: 1,
        alignItems: "start",
        gridTemplateColumns: {
          xs: "minmax(0, 1fr) minmax(0, 1fr) auto",
          sm: "160px 160px minmax(0, 220px) auto",
        },
      }}
    >
      <TextField
        {...amount}
        onChange={(event) => act.onChange({ amount: event.target.value })}
        slotProps={{
          htmlInput: amountInput,
          input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
          inputLabel: { shrink: true },
        }}
      />
      <TextField
        {...percent}
        onChange={(event) => act.onChange({ percent: event.target.value })}
        slotProps={{
          htmlInput: percentInput,
          input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
          inputLabel: { shrink: true },
        }}
      />
      <Typography
        variant="body2"
        sx={{
          color: "text.secondary",
          minHeight: { sm: 40 },
          alignContent: "center",
          gridColumn: { xs: "1 / 3", sm: "auto" },
          gridRow: { xs: 2, sm: "auto" },
          ...(problem && { display: { xs: "none", sm: "block" } }),
        }}
      >
        {problem === undefined && <Meaning row={row} />}
      </Typography>
      <Tooltip title={t("discounts.remove")}>
        <span>
          <IconButton
            aria-label={t("discounts.remove_of", { number })}
            disabled={disabled}
            onClick={act.onRemove}
          >
            <DeleteOutlinedIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  );
}

function Meaning({ row }: { row: DiscountDraft }) {
  const { t } = useTranslation("settings");
  const percent = Number(row.percent);
  const price = formatDollars((Number(row.amount) * percent) / 100);
  if (percent === 100) return t("discounts.full_price");
  return t("discounts.meaning", { price, off: formatNumber(100 - percent, 4) });
}
