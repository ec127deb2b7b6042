/** Addresses of the shell; all others are in a screen's passport. */
export const paths = {
  base: "/",
  login: "/login",
  about: "/about",
  price: "/price",
  playground: "/playground",
  panel: "/panel",
  dashboard: "/panel/dashboard",
  panelNotFound: "/panel/404",
  panelPlayground: "/panel/playground",
  profile: "/panel/profile",
  channels: "/panel/channel",
  users: "/panel/user",
  tokens: "/panel/token",
  pricing: "/panel/pricing",
  availableModels: "/panel/model_price",
  settings: "/panel/setting",
  logs: "/panel/log",
  /** Where two-factor authentication is set up. */
  security: "/panel/profile?tab=security",
} as const;
