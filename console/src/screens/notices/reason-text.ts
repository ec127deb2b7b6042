/** A reason on one line of a table; on a phone's card all of it. */
export const reasonText = {
  color: "text.secondary",
  minWidth: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  overflowWrap: "anywhere",
  whiteSpace: { xs: "normal", sm: "nowrap" },
} as const;
