import InputBase from "@mui/material/InputBase";
import { type KeyboardEvent, useEffect, useState } from "react";

interface InlineNumberProps {
  /** Undefined: several values, which `placeholder` sums up. */
  value: number | undefined;
  placeholder?: string;
  min: number;
  max: number;
  /** Names the field for screen readers: whose number it is. */
  label: string;
  onSave: (value: number) => void;
}

/** An inline editable integer: Enter or blur saves, Escape reverts. */
export function InlineNumber({ value, placeholder = "", min, max, label, onSave }: InlineNumberProps) {
  const [draft, setDraft] = useState(textOf(value));
  useEffect(() => setDraft(textOf(value)), [value]);
  const typed = /^\d+$/.test(draft.trim()) ? Number(draft) : Number.NaN;
  const untouched = value === undefined && draft.trim() === "";
  const valid = untouched || (typed >= min && typed <= max);

  const leave = () => {
    if (valid && !untouched && typed !== value) onSave(typed);
    else setDraft(textOf(value));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key === "Escape") {
      event.stopPropagation();
      setDraft(textOf(value));
    }
  };

  return (
    <InputBase
      value={draft}
      placeholder={placeholder}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target.select()}
      slotProps={{ input: { "aria-label": label, "aria-invalid": !valid, inputMode: "numeric" } }}
      sx={{
        width: 60,
        mr: -1,
        height: 30,
        fontSize: 13,
        borderRadius: 1,
        border: 1,
        borderColor: valid ? "transparent" : "error.main",
        "& input": { textAlign: "right", px: 0.75, py: 0 },
        "&:hover": { borderColor: valid ? "divider" : "error.main" },
        "&.Mui-focused": {
          borderColor: valid ? "primary.main" : "error.main",
          backgroundColor: "background.paper",
        },
      }}
    />
  );
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
