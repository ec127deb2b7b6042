import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { localStore } from "../../lib/local-store";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { noticeQuery } from "./notice-query";
import { closeNotice, openNotice, useNoticeOpen } from "./notice-store";

const NoticeDialog = lazy(() =>
  import("./notice-dialog").then((module) => ({ default: module.NoticeDialog })),
);

/**
 * Opens the announcement when a text that was not read yet has arrived, and when a button asks for it. The hash in the site info
 * identifies the text, so that a text that was read is not fetched again.
 */
export function NoticeReader({ announces }: { announces: boolean }) {
  const { notice_hash, isLoading } = useSiteInfo();
  const open = useNoticeOpen();
  const unread = !isLoading && notice_hash !== "" && localStore.read("seenNotice") !== notice_hash;
  const { data: text } = useQuery({ ...noticeQuery(notice_hash), enabled: announces && unread });
  const arrived = announces && unread && text !== undefined && text.trim() !== "";
  useEffect(() => {
    if (arrived) openNotice();
  }, [arrived, notice_hash]);
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
