import type { Screen } from "../lib/define-screen";
import { channelsScreen } from "../screens/channels/screen";
import { dashboardScreen } from "../screens/dashboard/screen";
import { loginScreen } from "../screens/login/screen";
import { logsScreen } from "../screens/logs/screen";
import { notFoundScreen, panelNotFoundScreen } from "../screens/not-found/screen";
import { pricingScreen } from "../screens/pricing/screen";
import { tokensScreen } from "../screens/tokens/screen";

/** Every screen of the console, one line each. Routes, menu and palette are made from this list. */
export const screens: readonly Screen[] = [
  loginScreen,
  dashboardScreen,
  channelsScreen,
  pricingScreen,
  tokensScreen,
  logsScreen,
  notFoundScreen,
  panelNotFoundScreen,
];
