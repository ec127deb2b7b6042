import Link from "@mui/material/Link";

/** The name of a row; pressing it opens the row's editor. A long one is cut and shown in full on hover. */
export function RowLink(props: { label: string; onOpen: () => void }) {
  return (
    <Link
      component="button"
      type="button"
      color="inherit"
      onClick={props.onOpen}
      title={props.label}
      sx={{
        typography: "body2",
        fontWeight: 500,
        maxWidth: "100%",
        textAlign: "left",
        overflow: "hidden",
        textOverflow: "ellipsis",
        whiteSpace: "nowrap",
      }}
    >
      {props.label}
    </Link>
  );
}
