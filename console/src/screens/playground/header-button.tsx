import Button, { type ButtonProps } from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { MouseEvent, ReactNode } from "react";

interface HeaderButtonProps extends Pick<ButtonProps, "disabled" | "aria-haspopup" | "aria-expanded"> {
  label: string;
  icon: ReactNode;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A button beside the title; its words go where they would crowd the title out. */
export function HeaderButton({ label, icon, ...rest }: HeaderButtonProps) {
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"), { noSsr: true });
  if (roomy)
    return (
      <Button size="small" variant="outlined" startIcon={icon} {...rest}>
        {label}
      </Button>
    );
  return (
    <Tooltip title={label}>
      <span>
        <Button
          size="small"
          variant="outlined"
          aria-label={label}
          {...rest}
          sx={{ minWidth: 40, minHeight: 40, p: 0, "& svg": { fontSize: 20 } }}
        >
          {icon}
        </Button>
      </span>
    </Tooltip>
  );
}
