import Box from "@mui/material/Box";

/** A text on one line, cut where the cell ends; whole on hover. */
export function CutText({ text }: { text: string }) {
  return (
    <Box
      component="span"
      title={text}
      sx={{
        display: "block",
        maxWidth: 420,
        overflow: "hidden",
        textOverflow: "ellipsis",
        whiteSpace: "nowrap",
      }}
    >
      {text}
    </Box>
  );
}
