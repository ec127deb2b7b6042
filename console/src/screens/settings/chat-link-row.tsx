import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ChatLink } from "@tollgate/contract/site-info";
import { useState } from "react";
import { useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { describeMissing, missingError } from "../../lib/forms/describe-problem";
import type { SectionValues } from "./setting-values";

interface ChatLinkRowProps {
  name: `values.${string}`;
  index: number;
  link: ChatLink;
  disabled: boolean;
  onChange: (part: Partial<ChatLink>) => void;
  /** The sort number was left: the rows may take their order. */
  onSettled: () => void;
  onRemove: () => void;
}

type Part = "name" | "url" | "sort";

/** One chat link: a line on wide windows, a block on phones. */
export function ChatLinkRow({ name, index, link, disabled, ...act }: ChatLinkRowProps) {
  const { t } = useTranslation("settings");
  const problemOf = useRowProblems(name, index);
  const [sort, setSort] = useState<string>();
  const number = index + 1;
  const common = (part: Part, label: string) => ({
    label,
    disabled,
    error: problemOf(part, label) !== undefined,
    helperText: problemOf(part, label),
    autoComplete: "off",
  });
  return (
    <Box
      sx={{
        display: "grid",
        gap: { xs: 1.5, sm: 1 },
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr) 96px", sm: "minmax(0, 2fr) minmax(0, 5fr) 88px auto" },
        pb: { xs: 2, sm: 0 },
        borderBottom: { xs: 1, sm: 0 },
        borderColor: { xs: "divider" },
      }}
    >
      <TextField
        {...common("name", t("chat.name"))}
        value={link.name}
        onChange={(event) => act.onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { "aria-label": t("chat.name_of", { number }) } }}
      />
      <Box sx={{ gridColumn: { xs: "1 / -1", sm: "auto" }, gridRow: { xs: 2, sm: "auto" }, minWidth: 0 }}>
        <TextField
          {...common("url", t("chat.url"))}
          value={link.url}
          onChange={(event) => act.onChange({ url: event.target.value })}
          slotProps={{ htmlInput: { "aria-label": t("chat.url_of", { number }), spellCheck: false } }}
        />
      </Box>
      <TextField
        {...common("sort", t("chat.sort"))}
        value={sort ?? (Number.isNaN(link.sort) ? "" : String(link.sort))}
        onChange={(event) => {
          setSort(event.target.value);
          act.onChange({ sort: event.target.value.trim() === "" ? Number.NaN : Number(event.target.value) });
        }}
        onBlur={() => {
          setSort(undefined);
          act.onSettled();
        }}
        slotProps={{ htmlInput: { inputMode: "numeric", "aria-label": t("chat.sort_of", { number }) } }}
      />
      <Stack
        direction="row"
        sx={{ alignItems: "center", gridColumn: { xs: "1 / -1", sm: "auto" }, minHeight: 40 }}
      >
        <Typography component="span" sx={{ display: { sm: "none" }, mr: "auto" }}>
          {t("chat.show")}
        </Typography>
        <Tooltip title={t("chat.show")}>
          <Switch
            checked={link.show}
            disabled={disabled}
            onChange={(event) => act.onChange({ show: event.target.checked })}
            slotProps={{ input: { "aria-label": t("chat.show_of", { number }) } }}
          />
        </Tooltip>
        <Tooltip title={t("chat.remove")}>
          <span>
            <IconButton
              aria-label={t("chat.remove_of", { number })}
              disabled={disabled}
              onClick={act.onRemove}
            >
              <DeleteOutlinedIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
    </Box>
  );
}

/** Sentence for a part of this row that was rejected. */
function useRowProblems(name: `values.${string}`, index: number) {
  const { errors } = useFormState<SectionValues>();
  const list = errors.values?.[name.slice("values.".length)] as unknown;
  const row = (
    list as
      | Record<number, Partial<Record<Part, { type?: unknown; message?: unknown }>> | undefined>
      | undefined
  )?.[index];
  return (part: Part, label: string): string | undefined => {
    if (row?.[part]?.type === missingError) return describeMissing(label);
    const message = row?.[part]?.message;
    return typeof message === "string" ? message : undefined;
  };
}
