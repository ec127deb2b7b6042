import { type Notification, notificationDurations } from "../../lib/notifications/notifications";

/** Maximum number shown; another one makes the oldest leave, and the rest wait in a queue. */
const most = 3;

/** A notification on the page, from the start of its entrance to the end of its exit. */
export interface Toast {
  id: number;
  notification: Notification;
  /** How often it was added while shown; each repetition restarts its timer. */
  count: number;
  phase: "arriving" | "shown" | "leaving";
  /** Leaves as soon as its entrance is over. */
  unwanted: boolean;
}

export interface ToastStack {
  /** The oldest first. */
  toasts: readonly Toast[];
  waiting: readonly Notification[];
  nextId: number;
}

export type ToastEvent =
  | { type: "added"; notification: Notification }
  /** `arrived`: the entrance ended; `leave`: it timed out or was closed; `gone`: the exit ended. */
  | { type: "arrived" | "leave" | "gone"; id: number };

export const emptyStack: ToastStack = { toasts: [], waiting: [], nextId: 1 };

/** Pure reducer of the stack; the caller owns the timers. */
export function changeStack(stack: ToastStack, event: ToastEvent): ToastStack {
  switch (event.type) {
    case "added":
      return advance(add(stack, event.notification));
    case "arrived":
      return advance(
        changeToast(stack, event.id, (toast) => (toast.phase === "arriving" ? { phase: "shown" } : {})),
      );
    case "leave":
      return advance(changeToast(stack, event.id, () => ({ unwanted: true })));
    case "gone":
      return advance({ ...stack, toasts: stack.toasts.filter((toast) => toast.id !== event.id) });
  }
}

const equal = (one: Notification, other: Notification): boolean =>
  one.kind === other.kind && one.title === other.title && one.message === other.message;

/** A notification equal to a shown one restarts its timer and replaces its action instead of being shown twice. */
function add(stack: ToastStack, notification: Notification): ToastStack {
  const shown = stack.toasts.find((toast) => !toast.unwanted && equal(toast.notification, notification));
  if (shown) return changeToast(stack, shown.id, ({ count }) => ({ count: count + 1, notification }));
  if (!stack.waiting.some((other) => equal(other, notification)))
    return { ...stack, waiting: [...stack.waiting, notification] };
  const latest = (other: Notification) => (equal(other, notification) ? notification : other);
  return { ...stack, waiting: stack.waiting.map(latest) };
}

function changeToast(stack: ToastStack, id: number, change: (toast: Toast) => Partial<Toast>): ToastStack {
  return {
    ...stack,
    toasts: stack.toasts.map((toast) => (toast.id === id ? { ...toast, ...change(toast) } : toast)),
  };
}

/** Removes unwanted toasts, admits waiting ones, and makes room for the next. */
function advance(before: ToastStack): ToastStack {
  let stack: ToastStack = {
    ...before,
    toasts: before.toasts.map((toast) =>
      toast.unwanted && toast.phase === "shown" ? { ...toast, phase: "leaving" } : toast,
    ),
  };
  for (let [next] = stack.waiting; next && mayEnter(stack, next); [next] = stack.waiting) {
    const toast: Toast = {
      id: stack.nextId,
      notification: next,
      count: 1,
      phase: "arriving",
      unwanted: false,
    };
    stack = { toasts: [...stack.toasts, toast], waiting: stack.waiting.slice(1), nextId: stack.nextId + 1 };
  }
  return stack.waiting.length > 0 ? makeRoom(stack) : stack;
}

/** Waits for an equal toast that is leaving: an exit is never reverted, and nothing is shown twice. */
function mayEnter(stack: ToastStack, next: Notification): boolean {
  return stack.toasts.length < most && !stack.toasts.some((toast) => equal(toast.notification, next));
}

/** Removes one at a time. Persistent toasts leave only if all are persistent. */
function makeRoom(stack: ToastStack): ToastStack {
  if (stack.toasts.some((toast) => toast.unwanted)) return stack;
  const oldest =
    stack.toasts.find((toast) => notificationDurations[toast.notification.kind] !== null) ?? stack.toasts[0];
  return oldest ? changeStack(stack, { type: "leave", id: oldest.id }) : stack;
}
