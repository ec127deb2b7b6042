import { defineScreen, type LocaleModule } from "../../lib/define-screen";
import type { Language } from "../../lib/i18n/languages";

const locales = (language: Language): Promise<LocaleModule> => import(`./locales/${language}.json`);

export const channelsScreen = defineScreen({
  name: "channels",
  path: "/panel/channel",
  title: "screens.channels",
  icon: "channels",
  menu: { group: "setting", order: 20 },
  access: "admin",
  searchable: true,
  page: () => import("./channels-page").then((module) => module.ChannelsPage),
  prefetch: (client) => import("./channels-page").then((module) => module.prefetchChannels(client)),
  locales,
});

/** One channel: health, models and history. */
export const channelScreen = defineScreen({
  name: "channels",
  path: "/panel/channel/:id",
  title: "screens.channels",
  icon: "channels",
  access: "admin",
  page: () => import("./channel-page").then((module) => module.ChannelPage),
  locales,
});
