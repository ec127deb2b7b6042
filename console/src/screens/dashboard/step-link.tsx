import Button from "@mui/material/Button";
import { Link } from "react-router";

interface StepLinkProps {
  to: string;
  label: string;
  loud: boolean;
  onClick?: () => void;
}

/** Leads to the screen where a step is done. */
export function StepLink({ to, label, loud, onClick }: StepLinkProps) {
  return (
    <Button
      component={Link}
      to={to}
      size="small"
      variant={loud ? "contained" : "outlined"}
      {...(onClick && { onClick })}
    >
      {label}
    </Button>
  );
}
