import type { Settings } from "@tollgate/contract/settings";

/** What the first page says before any script runs. */
export interface PageFacts {
  title: string;
  /** The operator's own home page is set, so that the built-in one must not be drawn meanwhile. */
  ownHome: boolean;
  /** Sample data: a banner says so from the first moment. */
  demo: boolean;
}

export function pageFacts(settings: Settings, demo: boolean): PageFacts {
  return { title: settings.SystemName, ownHome: settings.HomePageContent.trim() !== "", demo };
}
