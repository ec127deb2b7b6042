import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { framedAddress } from "@tollgate/contract/site-content";
import { Suspense } from "react";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { FramedPage } from "./framed-page";

// Lazy: most pages need no Markdown parser and sanitizer.
const RenderedContent = lazyPart(async () => (await import("./rendered-content")).RenderedContent);

/** A whole page of the operator's: an address becomes a frame, everything else is read as Markdown and HTML. */
export function SiteContent({ text, title }: { text: string; title: string }) {
  const address = framedAddress(text);
  if (address !== undefined) return <FramedPage address={address} title={title} />;
  return (
    <Box sx={{ width: "100%", maxWidth: 860, mx: "auto", px: { xs: 2, sm: 3 }, py: { xs: 4, sm: 7 } }}>
      <Suspense fallback={<ContentSkeleton />}>
        <RenderedContent text={text} title={title} />
      </Suspense>
    </Box>
  );
}

/** Lines where the content will be. */
export function ContentSkeleton() {
  return (
    <Box aria-busy sx={{ width: "100%" }}>
      <Skeleton height={44} width="50%" sx={{ mb: 2 }} />
      {["95%", "90%", "70%"].map((width) => (
        <Skeleton key={width} height={24} width={width} />
      ))}
    </Box>
  );
}

/** A piece of the operator's within a page, such as the footer or the announcement. */
export function ContentPiece({ text, quiet }: { text: string; quiet?: boolean }) {
  return (
    <Suspense fallback={quiet ? null : <ContentSkeleton />}>
      <RenderedContent text={text} quiet={quiet ?? false} />
    </Suspense>
  );
}
