import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router";

/** A name that leads to its thing in the list of its kind. */
export function ObjectLink({ list, name, children }: { list: string; name: string; children?: string }) {
  return (
    <Link
      component={RouterLink}
      to={`${list}?keyword=${encodeURIComponent(name)}`}
      sx={{ overflowWrap: "anywhere" }}
    >
      {children ?? name}
    </Link>
  );
}
