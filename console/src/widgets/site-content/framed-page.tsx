import Box from "@mui/material/Box";
import { isForeign } from "../../lib/safe-link";

/** Sandbox of the frame: it cannot navigate this page; a page of another server keeps its own storage. */
const abilities = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/** An external page in a sandboxed frame. */
export function FramedPage({ address, title }: { address: string; title: string }) {
  return (
    <Box
      component="iframe"
      src={address}
      title={title}
      // With scripts and our origin together, a page of this server could remove its sandbox.
      sandbox={isForeign(address) ? `${abilities} allow-same-origin` : abilities}
      referrerPolicy="no-referrer"
      sx={{ display: "block", flex: 1, width: "100%", minHeight: "70dvh", border: 0, bgcolor: "#fff" }}
    />
  );
}
