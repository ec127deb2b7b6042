import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import Box from "@mui/material/Box";

/** Error of a whole form. Shown until the form removes it; nothing without text. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Box
      role="alert"
      sx={{
        display: "flex",
        gap: 1.25,
        px: 1.5,
        py: 1.25,
        borderRadius: 1,
        bgcolor: "error.light",
        typography: "body2",
        overflowWrap: "anywhere",
      }}
    >
      {/* Rotated, this icon means an error; the sign-in page already has its file. */}
      <InfoOutlinedIcon
        sx={{ fontSize: 18, mt: "1px", flexShrink: 0, color: "error.main", transform: "rotate(180deg)" }}
      />
      <Box sx={{ minWidth: 0 }}>{text}</Box>
    </Box>
  );
}
