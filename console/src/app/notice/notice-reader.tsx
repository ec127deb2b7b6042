import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { notify } from "../../lib/notifications/notifications";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { noticeQuery } from "./notice-query";
import { closeNotice, markNoticeSeen, openNotice, useNoticeOpen, useSeenNotice } from "./notice-store";

const NoticeDialog = lazyPart(async () => (await import("./notice-dialog")).NoticeDialog);

/**
 * Opens the announcement at the start of a visit if it is unread, and when a button requests it. A `late` one, which arrived
 * after that, only shows a notification. The hash in the site info identifies the text, so a text that was read is not fetched
 * again.
 */
export function NoticeReader({ announces, late }: { announces: boolean; late: boolean }) {
  const { notice_hash, isLoading } = useSiteInfo();
  const { t } = useTranslation("shell");
  const open = useNoticeOpen();
  const seen = useSeenNotice();
  const unread = !isLoading && notice_hash !== "" && seen !== notice_hash;
  const { data: text } = useQuery({ ...noticeQuery(notice_hash), enabled: announces && unread });
  const arrived = announces && unread && text !== undefined && text.trim() !== "";
  useEffect(() => {
    if (!arrived) return;
    if (late) notify.notice(t("notice.arrived"), { action: { label: t("notice.read"), run: openNotice } });
    else openNotice();
  }, [arrived, late, notice_hash, t]);
  if (!open || notice_hash === "") return null;
  const close = (): void => {
    markNoticeSeen(notice_hash);
    closeNotice();
  };
  return (
    <Suspense fallback={null}>
      <NoticeDialog hash={notice_hash} onClose={close} />
    </Suspense>
  );
}
