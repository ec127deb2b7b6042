import Box from "@mui/material/Box";
import { useState } from "react";
import { MediaFailed } from "./media-failed";
import { useMediaAddress } from "./use-media-address";

interface TaskPictureProps {
  url: string;
  /** What the picture shows. */
  alt: string;
  /** CSS aspect ratio of the place that is kept for it. */
  ratio?: string;
  /** `cover` fills the place, `contain` shows the whole picture. */
  fit?: "cover" | "contain";
  /** A sign instead of words where it cannot be shown. */
  brief?: boolean;
  /** Rendered inside a button, so it contains none. */
  inButton?: boolean;
  /** Fills the height that there is instead of keeping a ratio. */
  fill?: boolean;
}

/** A picture of a result, in a place that is there before it is. */
export function TaskPicture(props: TaskPictureProps) {
  const { url, alt, ratio = "1 / 1", fit = "cover", brief = false, inButton = false, fill = false } = props;
  const { address, failed, onError, retry } = useMediaAddress(url);
  const [loaded, setLoaded] = useState(false);
  return (
    <Box
      sx={{
        display: "grid",
        placeItems: "center",
        width: "100%",
        overflow: "hidden",
        borderRadius: 1,
        ...(fill ? { height: "100%" } : { aspectRatio: ratio }),
        ...(!(fill && loaded) && { bgcolor: "action.hover" }),
      }}
    >
      {failed ? (
        <MediaFailed brief={brief} {...(!inButton && { onRetry: retry })} />
      ) : (
        <Box
          component="img"
          src={address}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(true)}
          onError={onError}
          sx={{
            display: "block",
            width: "100%",
            height: "100%",
            minHeight: 0,
            objectFit: fit,
            opacity: loaded ? 1 : 0,
            transition: "opacity 120ms",
          }}
        />
      )}
    </Box>
  );
}
