import { defineScreen } from "../../lib/define-screen";

export const auditScreen = defineScreen({
  name: "audit",
  path: "/panel/audit",
  title: "screens.audit",
  icon: "audit",
  menu: { group: "setting", order: 90 },
  access: "root",
  searchable: true,
  page: () => import("./audit-page").then((module) => module.AuditPage),
  prefetch: (client) => import("./audit-page").then((module) => module.prefetchAudit(client)),
  locales: (language) => import(`./locales/${language}.json`),
});
