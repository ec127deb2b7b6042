/** Kinds of notification. */
export type NotificationKind = "error" | "warning" | "success" | "info" | "notice" | "copy";

export interface NotificationOptions {
  /** Shown above the message, e.g. `Error 429`. */
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

/** Registers the host and passes it earlier notifications in order. */
export function hostNotifications(host: Listener): () => void {
  listener = host;
  const early = waiting;
  waiting = [];
  for (const notification of early) host(notification);
  return () => {
    if (listener === host) listener = undefined;
  };
}

const show =
  (kind: NotificationKind) =>
  (message: string, options: NotificationOptions = {}): void =>
    announce({ kind, message, ...options });

/** Shows a notification from React or plain code. Messages are already translated. */
export const notify = {
  error: show("error"),
  warning: show("warning"),
  success: show("success"),
  info: show("info"),
  notice: show("notice"),
  copy: show("copy"),
};
