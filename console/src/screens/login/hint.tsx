import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

/** A quiet remark above the form. */
export function Hint(props: { children: string }) {
  return (
    <Stack
      direction="row"
      role="note"
      sx={{ gap: 1.25, p: 1.5, mb: 2.5, borderRadius: 1, bgcolor: "info.light", color: "text.primary" }}
    >
      <InfoOutlinedIcon sx={{ fontSize: 18, mt: "1px", color: "info.main" }} />
      <Typography variant="body2">{props.children}</Typography>
    </Stack>
  );
}
