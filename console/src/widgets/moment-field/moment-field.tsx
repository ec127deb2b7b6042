import EventIcon from "@mui/icons-material/EventOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MomentPrecision, momentText, readMoment } from "./moment-text";

interface MomentFieldProps {
  label: string;
  /** Epoch seconds; 0: empty. */
  value: number;
  /** Gets NaN while the text is no moment. */
  onChange: (seconds: number) => void;
  precision?: MomentPrecision;
  /** Shown instead of the format's own complaint. */
  problem?: ReactNode;
  invalid?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  width?: number;
}

/** A moment in the viewer's zone, typed as `YYYY-MM-DD HH:mm` in every language, or picked from the browser's calendar. */
export function MomentField(props: MomentFieldProps) {
  const { t } = useTranslation("moment-field");
  const { value, precision = "minute" } = props;
  const [typed, setTyped] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  // Keeps the typed text while it equals the current value.
  const text =
    typed !== undefined && Object.is(readMoment(typed, precision), value)
      ? typed
      : momentText(value, precision);
  const unreadable = Number.isNaN(value);
  const change = (next: string): void => {
    setTyped(next);
    props.onChange(readMoment(next, precision));
  };
  return (
    <Box sx={{ position: "relative", width: props.width ?? 1 }}>
      <TextField
        fullWidth
        label={props.label}
        value={text}
        placeholder={t(`format.${precision}`)}
        onChange={(event) => change(event.target.value)}
        onBlur={() => {
          if (!unreadable) setTyped(undefined);
          props.onBlur?.();
        }}
        inputRef={props.inputRef}
        disabled={props.disabled ?? false}
        error={unreadable || (props.invalid ?? false)}
        helperText={unreadable ? t(`unreadable.${precision}`) : props.problem}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { autoComplete: "off", inputMode: "text" },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <Tooltip title={t("pick")}>
                  <IconButton
                    size="small"
                    edge="end"
                    aria-label={t("pick_for", { label: props.label })}
                    disabled={props.disabled ?? false}
                    onClick={() => picker.current?.showPicker()}
                  >
                    <EventIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              </InputAdornment>
            ),
          },
        }}
      />
      <Box
        component="input"
        ref={picker}
        type={precision === "day" ? "date" : "datetime-local"}
        aria-hidden
        tabIndex={-1}
        value={momentText(value, precision).replace(" ", "T")}
        onChange={(event) => change(event.target.value.replace("T", " "))}
        // The browser opens its calendar below this box, which takes no space and no clicks.
        sx={{ position: "absolute", insetInline: 0, top: 0, height: 36, opacity: 0, pointerEvents: "none" }}
      />
    </Box>
  );
}
