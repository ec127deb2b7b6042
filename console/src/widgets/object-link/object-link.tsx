import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router";

/** A name linked to its object in the list. */
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
