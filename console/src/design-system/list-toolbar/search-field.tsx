import CloseIcon from "@mui/icons-material/Close";
import SearchIcon from "@mui/icons-material/Search";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useEffect, useRef, useState } from "react";
import { Kbd } from "../kbd/kbd";
import { useDesignTexts } from "../texts/design-texts";
import { usePhone } from "../theme/use-phone";

const pause = 300;

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
}

/** True if a key press is meant for a field and not for the page. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Checkboxes and switches do not use the slash key.
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Search of a list. `/` focuses it, Esc empties it; the list follows when the typing pauses. */
export function SearchField(props: SearchFieldProps) {
  const texts = useDesignTexts();
  const phone = usePhone();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(props.value);
  const [shown, setShown] = useState(props.value);
  // The address changed from outside (back, a link, "clear"): the field follows it.
  if (shown !== props.value) {
    setShown(props.value);
    setDraft(props.value);
  }

  const { value, onChange } = props;
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onChange(draft), pause);
    return () => clearTimeout(timer);
  }, [draft, value, onChange]);

  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const name = props.placeholder ?? texts.search;
  return (
    <TextField
      type="search"
      inputRef={input}
      value={draft}
      placeholder={name}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(draft);
        if (event.key !== "Escape") return;
        if (draft === "") input.current?.blur();
        else {
          setDraft("");
          onChange("");
        }
      }}
      sx={{
        maxWidth: { sm: 300 },
        "& input::-webkit-search-cancel-button": { display: "none" },
        "& .MuiOutlinedInput-root": { height: 36 },
      }}
      slotProps={{
        htmlInput: { "aria-label": name, "aria-keyshortcuts": "/" },
        input: {
          startAdornment: (
            <InputAdornment position="start" sx={{ mr: 0.75, color: "text.secondary" }}>
              <SearchIcon sx={{ fontSize: 18 }} />
            </InputAdornment>
          ),
          endAdornment: draft ? (
            <IconButton
              size="small"
              aria-label={texts.clear}
              edge="end"
              onClick={() => {
                setDraft("");
                onChange("");
                input.current?.focus();
              }}
            >
              <CloseIcon sx={{ fontSize: 16 }} />
            </IconButton>
          ) : phone ? null : (
            <Kbd>/</Kbd>
          ),
        },
      }}
    />
  );
}
