import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";

/** The platform's sentence about a failure on one line, whole on hover and focus. */
export function FailReasonCell({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Tooltip
      title={
        <Box component="span" sx={{ overflowWrap: "anywhere" }}>
          {text.slice(0, 1000)}
        </Box>
      }
    >
      <Box
        component="span"
        tabIndex={0}
        sx={{
          display: "block",
          overflow: "hidden",
          textOverflow: "ellipsis",
          whiteSpace: "nowrap",
          maxWidth: 260,
        }}
      >
        {text.slice(0, 300)}
      </Box>
    </Tooltip>
  );
}
