import { useState } from "react";
import { newRequestId } from "../../lib/request-id";
import { checkFiles, type FileProblem, readAttachment } from "./attachments";
import type { Attachment } from "./conversation";

export interface Attachments {
  attachments: readonly Attachment[];
  /** Why files were rejected, since the last ones were added. */
  problems: readonly FileProblem[];
  add: (files: readonly File[]) => Promise<void>;
  remove: (id: string) => void;
  clear: () => void;
}

/** The files of a prompt that is being written; nothing is sent before the prompt is. */
export function useAttachments(): Attachments {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  return {
    attachments,
    problems,
    async add(files) {
      const checked = checkFiles(files, attachments);
      const read = await Promise.all(checked.accepted.map((file) => readAttachment(file, newRequestId())));
      const isProblem = (one: Attachment | FileProblem): one is FileProblem => "key" in one;
      setProblems([...checked.problems, ...read.filter(isProblem)]);
      setAttachments((before) => [...before, ...read.filter((one): one is Attachment => !isProblem(one))]);
    },
    remove(id) {
      setAttachments((before) => before.filter((one) => one.id !== id));
      setProblems([]);
    },
    clear() {
      setAttachments([]);
      setProblems([]);
    },
  };
}
