import { getAbout, getHomePageContent, getNotice, getStatus } from "@tollgate/contract/site-info";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { SiteService } from "./service.ts";

export function registerSiteRoutes(register: RegisterEndpoint, site: SiteService): void {
  register(getStatus, () => site.info());
  register(getNotice, () => site.notice());
  register(getAbout, () => site.about());
  register(getHomePageContent, () => site.homePageContent());
}
