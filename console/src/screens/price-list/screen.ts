import { defineScreen } from "../../lib/define-screen";

/** Prices for everybody; the editor of prices is `pricing`. */
export const priceListScreen = defineScreen({
  name: "price-list",
  path: "/price",
  title: "screens.price-list",
  icon: "models",
  access: "public",
  layout: "public",
  page: () => import("./price-list-page").then((module) => module.PriceListPage),
  locales: (language) => import(`./locales/${language}.json`),
});
