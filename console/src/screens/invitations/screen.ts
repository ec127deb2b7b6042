import { defineScreen } from "../../lib/define-screen";

export const invitationsScreen = defineScreen({
  name: "invitations",
  path: "/panel/invitation",
  title: "screens.invitations",
  icon: "users",
  menu: { group: "setting", collapse: "pay-settings", order: 45 },
  access: "admin",
  searchable: true,
  page: () => import("./invitations-page").then((module) => module.InvitationsPage),
  prefetch: (client) => import("./invitations-page").then((module) => module.prefetchInvitations(client)),
  locales: (language) => import(`./locales/${language}.json`),
});
