/** Google's name for an HTTP status (google.rpc.Code). */
export function googleStatus(status: number): string {
  return words[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");
}

const words: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  402: "RESOURCE_EXHAUSTED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};
