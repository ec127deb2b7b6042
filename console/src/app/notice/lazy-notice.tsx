import { Suspense, useState } from "react";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { useSiteInfo } from "../../lib/site-info/site-info";

const NoticeReader = lazyPart(async () => (await import("./notice-reader")).NoticeReader);

/** The operator's announcement, where there is one; `announces`: it may open automatically. */
export function LazyNotice({ announces }: { announces: boolean }) {
  const { notice_hash, isLoading } = useSiteInfo();
  const [first, setFirst] = useState<string>();
  if (first === undefined && !isLoading) setFirst(notice_hash);
  if (notice_hash === "") return null;
  return (
    <Suspense fallback={null}>
      <NoticeReader announces={announces} late={first !== undefined && first !== notice_hash} />
    </Suspense>
  );
}
