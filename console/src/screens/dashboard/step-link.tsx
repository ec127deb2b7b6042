import Button from "@mui/material/Button";
import { Link } from "react-router";
import { toCreate } from "../../lib/arrive-to-create";

interface StepLinkProps {
  to: string;
  /** Opens the editor of a new object there. */
  creates?: boolean;
  label: string;
  loud: boolean;
  onClick?: () => void;
}

/** Leads to the screen where a step is done. */
export function StepLink({ to, creates = false, label, loud, onClick }: StepLinkProps) {
  return (
    <Button
      component={Link}
      to={to}
      {...(creates && { state: toCreate })}
      size="small"
      variant={loud ? "contained" : "outlined"}
      {...(onClick && { onClick })}
    >
      {label}
    </Button>
  );
}
