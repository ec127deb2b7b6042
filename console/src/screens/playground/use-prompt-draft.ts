import { useState } from "react";
import type { Prompt } from "./conversation";
import { type Attachments, useAttachments } from "./use-attachments";

/** The prompt that is being written. */
export interface PromptDraft {
  text: string;
  setText: (text: string) => void;
  files: Attachments;
  isEmpty: boolean;
  prompt: Prompt;
  clear: () => void;
}

export function usePromptDraft(): PromptDraft {
  const [text, setText] = useState("");
  const files = useAttachments();
  return {
    text,
    setText,
    files,
    isEmpty: text.trim() === "" && files.attachments.length === 0,
    prompt: { text, attachments: files.attachments },
    clear() {
      setText("");
      files.clear();
    },
  };
}
