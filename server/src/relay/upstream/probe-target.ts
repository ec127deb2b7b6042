/** What a probe needs of a channel. The channel is stored, or still being edited. */
export interface ProbeTarget {
  id: number;
  type: number;
  keys: readonly string[];
  baseUrl: string;
  /** The address may be private: a super administrator entered it, or it is the provider's default. */
  baseUrlTrusted: boolean;
  headers: Readonly<Record<string, string>>;
  customParameters: Readonly<Record<string, unknown>>;
  mapping: Readonly<Record<string, string>>;
  proxy: string;
  /** The proxy may be private: a super administrator entered it. */
  proxyTrusted: boolean;
  other: string;
  plugin: Readonly<Record<string, Record<string, unknown>>>;
  /** Formats whose endpoint the upstream lacks. Absent: none known. */
  unsupportedEndpoints?: ReadonlySet<string>;
}
