import type { Settings } from "@tollgate/contract/settings";

/** Facts on the start page before any script runs. */
export interface PageFacts {
  title: string;
  /** The administrator's own home page is set, so that the built-in one must not be rendered first. */
  ownHome: boolean;
  /** Sample data: a banner states it from the start. */
  demo: boolean;
}

export function pageFacts(settings: Settings, demo: boolean): PageFacts {
  return { title: settings.SystemName, ownHome: settings.HomePageContent.trim() !== "", demo };
}
