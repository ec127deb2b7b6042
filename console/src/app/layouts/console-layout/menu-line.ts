/** Styles of a menu line, for links and sections. */
export const menuLine = {
  minHeight: 36,
  py: 0.5,
  px: 1.25,
  mb: 0.25,
  borderRadius: 1,
  color: "text.secondary",
  "& .MuiListItemIcon-root": { color: "inherit" },
  "&:hover": { color: "text.primary" },
  "&.Mui-selected": { color: "primary.main", bgcolor: "action.selected" },
  "&.Mui-selected:hover": { bgcolor: "action.selected" },
} as const;
