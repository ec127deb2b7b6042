import { useMemo } from "react";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { useProviderTypes } from "../provider-chip/provider-types";
import type { DetailContext } from "./describe-detail";

/** How the site shows amounts, and what providers are called. */
export function useDetailContext(): DetailContext {
  const format = useQuotaFormat();
  const providers = useProviderTypes();
  return useMemo(() => ({ format, providers }), [format, providers]);
}
