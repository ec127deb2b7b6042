import type { Screen } from "../lib/define-screen";
import { analyticsScreen } from "../screens/analytics/screen";
import { auditScreen } from "../screens/audit/screen";
import { aboutScreen } from "../screens/about/screen";
import { channelScreen, channelsScreen } from "../screens/channels/screen";
import { dashboardScreen } from "../screens/dashboard/screen";
import { homeScreen } from "../screens/home/screen";
import { jumpScreen } from "../screens/jump/screen";
import { loginScreen } from "../screens/login/screen";
import { logsScreen } from "../screens/logs/screen";
import { noticesScreen } from "../screens/notices/screen";
import { midjourneyScreen } from "../screens/midjourney/screen";
import { notFoundScreen, panelNotFoundScreen } from "../screens/not-found/screen";
import {
  gitHubCallbackScreen,
  larkCallbackScreen,
  oidcCallbackScreen,
} from "../screens/oauth-callback/screen";
import { paymentsScreen } from "../screens/payments/screen";
import { playgroundScreen } from "../screens/playground/screen";
import { availableModelsScreen, priceListScreen } from "../screens/price-list/screen";
import { pricingScreen } from "../screens/pricing/screen";
import { invitationsScreen } from "../screens/invitations/screen";
import { redemptionsScreen } from "../screens/redemptions/screen";
import { registerScreen } from "../screens/register/screen";
import { resetPasswordScreen } from "../screens/reset-password/screen";
import { resetScreen } from "../screens/reset/screen";
import { settingsScreen } from "../screens/settings/screen";
import { profileScreen } from "../screens/profile/screen";
import { statementsScreen } from "../screens/statements/screen";
import { telegramScreen } from "../screens/telegram/screen";
import { tasksScreen } from "../screens/tasks/screen";
import { tokensScreen } from "../screens/tokens/screen";
import { topUpScreen } from "../screens/topup/screen";
import { userGroupsScreen } from "../screens/user-groups/screen";
import { usersScreen } from "../screens/users/screen";

/** Every screen of the console, one line each. Routes, menu and palette are built from this list. */
export const screens: readonly Screen[] = [
  homeScreen,
  aboutScreen,
  priceListScreen,
  playgroundScreen,
  jumpScreen,
  loginScreen,
  registerScreen,
  gitHubCallbackScreen,
  oidcCallbackScreen,
  larkCallbackScreen,
  resetScreen,
  resetPasswordScreen,
  dashboardScreen,
  usersScreen,
  channelsScreen,
  channelScreen,
  userGroupsScreen,
  pricingScreen,
  paymentsScreen,
  noticesScreen,
  settingsScreen,
  tokensScreen,
  topUpScreen,
  availableModelsScreen,
  statementsScreen,
  profileScreen,
  auditScreen,
  logsScreen,
  midjourneyScreen,
  tasksScreen,
  invitationsScreen,
  redemptionsScreen,
  analyticsScreen,
  telegramScreen,
  notFoundScreen,
  panelNotFoundScreen,
];
