import { lazy, Suspense, useEffect } from "react";
import { localStore } from "../../lib/local-store";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { closeNotice, openNotice, useNoticeOpen } from "./notice-store";

const NoticeDialog = lazy(() =>
  import("./notice-dialog").then((module) => ({ default: module.NoticeDialog })),
);

/**
 * The operator's announcement: opens by itself once per change, and whenever it is asked for. What was read is known by its
 * hash, which comes with the site info, so that nobody fetches an announcement to find that it is an old one.
 */
export function NoticeDoor() {
  const { notice_hash, isLoading } = useSiteInfo();
  const open = useNoticeOpen();
  useEffect(() => {
    if (!isLoading && notice_hash !== "" && localStore.read("seenNotice") !== notice_hash) openNotice();
  }, [notice_hash, isLoading]);
  if (!open || notice_hash === "") return null;
  const close = (): void => {
    localStore.write("seenNotice", notice_hash);
    closeNotice();
  };
  return (
    <Suspense fallback={null}>
      <NoticeDialog hash={notice_hash} onClose={close} />
    </Suspense>
  );
}
