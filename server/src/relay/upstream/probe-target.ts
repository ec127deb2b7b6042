/** What a probe needs of a channel; a stored one or one still being edited. */
export interface ProbeTarget {
  id: number;
  type: number;
  keys: readonly string[];
  baseUrl: string;
  /** A super administrator entered the address, or it is the provider's own: it may be private. */
  baseUrlTrusted: boolean;
  headers: Readonly<Record<string, string>>;
  customParameters: Readonly<Record<string, unknown>>;
  mapping: Readonly<Record<string, string>>;
  proxy: string;
  /** A super administrator entered the proxy: it may be private. */
  proxyTrusted: boolean;
  other: string;
  plugin: Readonly<Record<string, Record<string, unknown>>>;
  /** Formats whose endpoint the upstream was seen not to have. Absent: none known. */
  unsupportedEndpoints?: ReadonlySet<string>;
}
