import { type ComponentType, useCallback, useEffect, useState } from "react";
import { CrashView } from "./crash-page";

/**
 * A page whose code could not be fetched. It retries whenever it is opened and when the button is pressed, so a lost
 * connection does not disable the page for the rest of the visit.
 */
export function LatePage(props: { load: () => Promise<ComponentType>; cause: unknown }) {
  const { load } = props;
  const [error, setError] = useState(props.cause);
  const [page, setPage] = useState<{ Page: ComponentType }>();
  const retry = useCallback(() => {
    load().then((Page) => setPage({ Page }), setError);
  }, [load]);
  useEffect(retry, [retry]);
  return page ? <page.Page /> : <CrashView error={error} onRetry={retry} />;
}
