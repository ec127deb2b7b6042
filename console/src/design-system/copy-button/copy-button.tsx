import CheckIcon from "@mui/icons-material/Check";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import { useContext, useEffect, useState } from "react";
import { LightIconButton } from "../light-buttons/light-icon-button";
import { LightIcon } from "../light-icon/light-icon";
import { useDesignTexts } from "../texts/design-texts";
import { CopyByHand } from "./copy-by-hand";
import { copyText } from "./copy-text";

export interface CopyButtonProps {
  /** The text, or how to get it (a key fetched on demand). */
  text: string | (() => Promise<string>);
  /** What is copied, for the name of the button. */
  label?: string;
  /** Text on the button; without it the button is an icon. */
  caption?: string;
  variant?: "text" | "outlined" | "contained";
  /** Called when the browser denies copying; default: the app shows the text. */
  onFail?: (text: string) => void;
}

const small = { padding: 4, fontSize: 15 } as const;

/** Copies and confirms briefly; a text that could not be copied is shown. */
export function CopyButton(props: CopyButtonProps) {
  const texts = useDesignTexts();
  const copyByHand = useContext(CopyByHand);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1800);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    const text = typeof props.text === "string" ? props.text : await props.text().catch(() => undefined);
    if (text === undefined) return;
    const done = await copyText(text);
    setState(done ? "copied" : "failed");
    if (!done) (props.onFail ?? copyByHand)(text);
  };
  const title = { idle: props.label ?? texts.copy, copied: texts.copied, failed: texts.copyFailed }[state];

  if (props.caption) {
    return (
      <Button
        variant={props.variant ?? "outlined"}
        size="small"
        startIcon={state === "copied" ? <CheckIcon color="success" /> : <ContentCopyIcon />}
        onClick={() => void copy()}
        aria-live="polite"
      >
        {state === "idle" ? props.caption : title}
      </Button>
    );
  }
  return (
    <Tooltip title={title}>
      <LightIconButton
        aria-label={title}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
        style={small}
      >
        {state === "copied" ? <CheckIcon color="success" /> : <LightIcon name="ContentCopy" />}
      </LightIconButton>
    </Tooltip>
  );
}
