import GlobalStyles from "@mui/material/GlobalStyles";
import { SnackbarProvider, useSnackbar } from "notistack";
import { useEffect } from "react";
import { usePhone } from "../../design-system/theme/use-phone";
import {
  hostNotifications,
  type Notification,
  notificationDurations,
} from "../../lib/notifications/notifications";
import { Note } from "./note";

/** Most that show at once; when a further one comes the oldest leaves and the others wait their turn (specification §4). */
const most = 3;

const stackClass = "notification-stack";

/** On phones the page's main action floats at the bottom; what is told stands over it, not on it. */
const aboveMainAction = {
  [`.${stackClass}`]: { bottom: "calc(76px + env(safe-area-inset-bottom)) !important" },
};

/** Where notifications appear (specification §8, §9): bottom left, on phones bottom centre. Stands once, above all pages. */
export function NotificationHost() {
  const phone = usePhone();
  return (
    <SnackbarProvider
      maxSnack={most}
      preventDuplicate
      anchorOrigin={{ vertical: "bottom", horizontal: phone ? "center" : "left" }}
      transitionDuration={{ enter: 225, exit: 195 }}
      disableWindowBlurListener
      Components={{ default: Note }}
      classes={{ containerRoot: stackClass }}
    >
      {phone && <GlobalStyles styles={aboveMainAction} />}
      <Connection />
    </SnackbarProvider>
  );
}

/** Hands what `notify` says to the stack; equal notifications that still show are said once. */
function Connection() {
  const { enqueueSnackbar } = useSnackbar();
  useEffect(
    () =>
      hostNotifications((notification: Notification) => {
        enqueueSnackbar(notification.message, {
          key: [notification.kind, notification.title ?? "", notification.message].join("\n"),
          variant: "default",
          notification,
          autoHideDuration: notificationDurations[notification.kind],
          persist: notificationDurations[notification.kind] === null,
        });
      }),
    [enqueueSnackbar],
  );
  return null;
}
