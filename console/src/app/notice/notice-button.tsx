import { Suspense } from "react";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { useSiteInfo } from "../../lib/site-info/site-info";

// Fetched where there is an announcement: the sign-in page's first load has no room for what most sites do not show.
const NoticeSign = lazyPart(async () => (await import("./notice-sign")).NoticeSign);

/** Opens the announcement again; nothing while there is none. */
export function NoticeButton() {
  const { notice_hash } = useSiteInfo();
  if (notice_hash === "") return null;
  return (
    <Suspense fallback={null}>
      <NoticeSign />
    </Suspense>
  );
}
