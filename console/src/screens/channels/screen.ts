import { defineScreen } from "../../lib/define-screen";

export const channelsScreen = defineScreen({
  name: "channels",
  path: "/panel/channel",
  title: "screens.channels",
  icon: "channels",
  menu: { group: "setting", order: 20 },
  access: "admin",
  searchable: true,
  page: () => import("./channels-page").then((module) => module.ChannelsPage),
  locales: (language) => import(`./locales/${language}.json`),
});
