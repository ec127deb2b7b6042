/** Addresses that the shell itself knows; everything else stands in a screen's passport. */
export const paths = {
  base: "/",
  login: "/login",
  panel: "/panel",
  dashboard: "/panel/dashboard",
  panelNotFound: "/panel/404",
  profile: "/panel/profile",
} as const;
