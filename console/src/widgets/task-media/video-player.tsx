import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { FileActions } from "./file-actions";
import { MediaFailed } from "./media-failed";
import { useMediaAddress } from "./use-media-address";

interface VideoPlayerProps {
  url: string;
  title: string;
  /** Address of the poster picture; empty: none. */
  poster?: string;
  /** Name of the file that is saved. */
  fileName: string;
}

/** A video of a result. It is fetched when it is played. */
export function VideoPlayer({ url, title, poster = "", fileName }: VideoPlayerProps) {
  const { t } = useTranslation("task-media");
  const { address, failed, onError, retry } = useMediaAddress(url);
  const { address: still } = useMediaAddress(poster);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        sx={{
          display: "grid",
          placeItems: "center",
          width: "100%",
          aspectRatio: "16 / 9",
          borderRadius: 1,
          overflow: "hidden",
          bgcolor: failed ? "action.hover" : "common.black",
        }}
      >
        {failed ? (
          <MediaFailed onRetry={retry} />
        ) : (
          <Box
            component="video"
            src={address}
            poster={still}
            controls
            playsInline
            preload="none"
            aria-label={title || t("video")}
            onError={onError}
            sx={{ display: "block", width: "100%", height: "100%" }}
          />
        )}
      </Box>
      <FileLine title={title} address={failed ? undefined : address} fileName={fileName} />
    </Box>
  );
}

/** Name of a file and what can be done with it. */
function FileLine({
  title,
  address,
  fileName,
}: {
  title: string;
  address: string | undefined;
  fileName: string;
}) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, mt: 0.5 }}>
      <Typography variant="body2" noWrap title={title} sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </Typography>
      {address !== undefined && <FileActions address={address} fileName={fileName} />}
    </Box>
  );
}
