import { useEffect, useReducer } from "react";
import { hostNotifications } from "../../lib/notifications/notifications";
import { changeStack, emptyStack } from "./note-stack";
import { NoteStackView } from "./note-stack-view";

/** Where notifications appear. Stands once, above all pages. */
export function NotificationHost() {
  const [stack, change] = useReducer(changeStack, emptyStack);
  useEffect(() => hostNotifications((notification) => change({ type: "said", notification })), []);
  return stack.notes.length > 0 && <NoteStackView notes={stack.notes} onChange={change} />;
}
