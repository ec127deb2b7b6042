/** Kinds of notification. */
export type NotificationKind = "error" | "warning" | "success" | "info" | "notice" | "copy";

export interface NotificationOptions {
  /** Stands above the message, e.g. `Error 429`. */
  title?: string;
  /** One button, e.g. undo. */
  action?: { label: string; run: () => void };
  /** Offers the text as a file; `copy` notifications do so by default with their message. */
  download?: { fileName: string; text: string };
}

export interface Notification extends NotificationOptions {
  kind: NotificationKind;
  message: string;
}

/** Milliseconds until a notification leaves automatically; null stays until dismissed. */
export const notificationDurations: Record<NotificationKind, number | null> = {
  error: 5_000,
  warning: 10_000,
  success: 1_500,
  info: 3_000,
  notice: 20_000,
  copy: null,
};

type Listener = (notification: Notification) => void;

let listener: Listener | undefined;
let waiting: Notification[] = [];

function announce(notification: Notification): void {
  if (listener) listener(notification);
  else waiting.push(notification);
}

/** The host takes over; what was said before it stood is handed to it in order. */
export function hostNotifications(host: Listener): () => void {
  listener = host;
  const early = waiting;
  waiting = [];
  for (const notification of early) host(notification);
  return () => {
    if (listener === host) listener = undefined;
  };
}

const say =
  (kind: NotificationKind) =>
  (message: string, options: NotificationOptions = {}): void =>
    announce({ kind, message, ...options });

/** Tells the user something, from anywhere, React or not. Messages arrive translated. */
export const notify = {
  error: say("error"),
  warning: say("warning"),
  success: say("success"),
  info: say("info"),
  notice: say("notice"),
  copy: say("copy"),
};
