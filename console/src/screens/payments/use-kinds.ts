import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Kinds } from "./gateway-values";
import { gatewayKindsQuery } from "./gateways-queries";

/** Kinds of gateways by type; empty while they load. */
export function useKinds(): Kinds {
  const { data } = useQuery(gatewayKindsQuery);
  return useMemo(() => new Map((data ?? []).map((kind) => [kind.type, kind])), [data]);
}
