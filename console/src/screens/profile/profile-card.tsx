import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

export interface ProfileCardProps {
  title: string;
  description?: ReactNode;
  /** At the right of the title, e.g. a chip. */
  status?: ReactNode;
  /** At the right of the card's head. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A card for one part of the account: title, state and actions. */
export function ProfileCard({ title, description, status, action, children }: ProfileCardProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ "& + &": { mt: 2 } }}>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        sx={{
          alignItems: { sm: "flex-start" },
          justifyContent: "space-between",
          gap: { xs: 1.5, sm: 3 },
          px: { xs: 2.5, sm: 3 },
          pt: 2.25,
          pb: children ? 1.5 : 2.25,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Stack direction="row" sx={{ alignItems: "center", gap: 1, flexWrap: "wrap" }}>
            <Typography id={id} variant="h3" component="h2">
              {title}
            </Typography>
            {status}
          </Stack>
          {description && (
            <Typography variant="body2" component="div" sx={{ color: "text.secondary", mt: 0.25 }}>
              {description}
            </Typography>
          )}
        </Box>
        {action && (
          <Stack direction="row" sx={{ gap: 1, flexShrink: 0, flexWrap: "wrap" }}>
            {action}
          </Stack>
        )}
      </Stack>
      {children && <Box sx={{ px: { xs: 2.5, sm: 3 }, pb: 2.25 }}>{children}</Box>}
    </Card>
  );
}

/** A line of a card's list: what it is at the left, what can be done with it at the right. */
export function CardRow(props: { icon: ReactNode; title: ReactNode; detail: ReactNode; action: ReactNode }) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: "center",
        gap: 1.5,
        py: 1.25,
        borderTop: 1,
        borderColor: "divider",
        "&:first-of-type": { borderTop: 0, pt: 0.5 },
        "&:last-of-type": { pb: 0 },
      }}
    >
      <Box aria-hidden sx={{ display: "flex", color: "text.secondary", "& svg": { fontSize: 22 } }}>
        {props.icon}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: "center", columnGap: 1, flexWrap: "wrap", fontWeight: 500 }}>
          {props.title}
        </Stack>
        <Typography variant="body2" component="div" sx={{ color: "text.secondary" }}>
          {props.detail}
        </Typography>
      </Box>
      {props.action}
    </Stack>
  );
}
