import { defineScreen, type LocaleModule } from "../../lib/define-screen";
import type { Language } from "../../lib/i18n/languages";

const locales = (language: Language): Promise<LocaleModule> => import(`./locales/${language}.json`);

/** Models and prices for everyone; the editor of prices is `pricing`. */
export const priceListScreen = defineScreen({
  name: "price-list",
  path: "/price",
  title: "screens.price-list",
  icon: "models",
  access: "public",
  layout: "public",
  page: () => import("./price-list-page").then((module) => module.PriceListPage),
  locales,
});

/** The same inside the console: what one may call, at the prices of the own group. */
export const availableModelsScreen = defineScreen({
  name: "price-list",
  path: "/panel/model_price",
  title: "screens.models",
  icon: "models",
  menu: { group: "billing", order: 10 },
  access: "user",
  searchable: true,
  page: () => import("./available-models-page").then((module) => module.AvailableModelsPage),
  prefetch: (client) => import("./available-models-page").then((module) => module.prefetchModels(client)),
  locales,
});
