import AudiotrackIcon from "@mui/icons-material/Audiotrack";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { FileActions } from "./file-actions";
import { MediaFailed } from "./media-failed";
import { TaskPicture } from "./task-picture";
import { useMediaAddress } from "./use-media-address";

interface SongPlayerProps {
  url: string;
  title: string;
  /** Style of the music, as the platform names it; may be empty. */
  tags: string;
  /** May be empty. */
  lyrics: string;
  /** Address of its picture; empty: none. */
  cover: string;
  fileName: string;
}

/** A song of a result with its picture and lyrics. It is fetched when it is played. */
export function SongPlayer({ url, title, tags, lyrics, cover, fileName }: SongPlayerProps) {
  const { t } = useTranslation("task-media");
  const { address, failed, onError, retry } = useMediaAddress(url);
  const name = title || t("song");
  return (
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
      <Stack direction="row" sx={{ gap: 1.5, p: 1.5, alignItems: "flex-start" }}>
        <Box sx={{ width: 72, flexShrink: 0 }}>
          {cover === "" ? <NoCover /> : <TaskPicture url={cover} alt="" brief />}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
            <Typography variant="subtitle2" noWrap title={name} sx={{ flex: 1, minWidth: 0 }}>
              {name}
            </Typography>
            {address !== undefined && !failed && <FileActions address={address} fileName={fileName} />}
          </Stack>
          <Typography
            variant="caption"
            component="div"
            noWrap
            title={tags}
            sx={{ color: "text.secondary", minHeight: 18 }}
          >
            {tags}
          </Typography>
          {!failed && (
            <Box
              component="audio"
              src={address}
              controls
              preload="none"
              aria-label={name}
              onError={onError}
              sx={{ display: "block", width: "100%", height: 36, mt: 0.5 }}
            />
          )}
        </Box>
      </Stack>
      {failed && <MediaFailed onRetry={retry} />}
      {lyrics !== "" && <Lyrics text={lyrics} />}
    </Box>
  );
}

function NoCover() {
  return (
    <Box
      aria-hidden
      sx={{
        display: "grid",
        placeItems: "center",
        aspectRatio: "1 / 1",
        borderRadius: 1,
        bgcolor: "action.hover",
        color: "text.secondary",
      }}
    >
      <AudiotrackIcon />
    </Box>
  );
}

/** The words of a song; folded, since they are long. */
export function Lyrics({ text }: { text: string }) {
  const { t } = useTranslation("task-media");
  return (
    <Box component="details" sx={{ borderTop: 1, borderColor: "divider", typography: "body2" }}>
      <Box component="summary" sx={{ cursor: "pointer", px: 1.5, py: 1, color: "text.secondary" }}>
        {t("lyrics")}
      </Box>
      <Box
        sx={{ px: 1.5, pb: 1.5, maxHeight: 320, overflow: "auto" }}
        tabIndex={0}
        role="region"
        aria-label={t("lyrics")}
      >
        <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Typography>
      </Box>
    </Box>
  );
}
