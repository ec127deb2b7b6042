import { useEffect, useReducer } from "react";
import { hostNotifications } from "../../lib/notifications/notifications";
import { changeStack, emptyStack } from "./toast-stack";
import { ToastStackView } from "./toast-stack-view";

/** Container of notifications. Mounted once, above all pages. */
export function NotificationHost() {
  const [stack, change] = useReducer(changeStack, emptyStack);
  useEffect(() => hostNotifications((notification) => change({ type: "added", notification })), []);
  return stack.toasts.length > 0 && <ToastStackView toasts={stack.toasts} onChange={change} />;
}
