import Box from "@mui/material/Box";
import { isForeign } from "../../lib/safe-link";

/** What a page in the frame may do: be a page. It cannot lead this one away; on another server it keeps its own storage. */
const abilities = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/** A page from elsewhere, shut in its frame: a link shown in an embedded frame. */
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
