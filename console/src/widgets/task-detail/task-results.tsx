import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TaskDetail } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { MediaFailed } from "../task-media/media-failed";
import { FileActions } from "../task-media/file-actions";
import { Lyrics, SongPlayer } from "../task-media/song-player";
import { TaskPicture } from "../task-media/task-picture";
import { useMediaAddress } from "../task-media/use-media-address";
import { VideoPlayer } from "../task-media/video-player";
import { groupResults, type ResultGroup } from "./group-results";

/** What a task made: songs with their lyrics, videos, pictures. */
export function TaskResults({ detail }: { detail: TaskDetail }) {
  const { t } = useTranslation("task-detail");
  const groups = groupResults(detail.files, detail.task.data);
  if (groups.length === 0) return null;
  return (
    <Stack component="section" aria-label={t("section.results")} sx={{ gap: 2 }}>
      {groups.map((group, index) => (
        <Result
          key={group.key}
          group={group}
          fileName={`${detail.task.task_id}${groups.length > 1 ? `-${index + 1}` : ""}`}
        />
      ))}
    </Stack>
  );
}

function Result({ group, fileName }: { group: ResultGroup; fileName: string }) {
  const { title, tags, lyrics, image, audio, video } = group;
  if (audio)
    return (
      <Stack sx={{ gap: 1 }}>
        <SongPlayer
          url={audio.url}
          title={title}
          tags={tags}
          lyrics={lyrics}
          cover={image?.url ?? ""}
          fileName={fileName}
        />
        {video && <VideoPlayer url={video.url} title="" poster={image?.url ?? ""} fileName={fileName} />}
      </Stack>
    );
  if (video) return <VideoPlayer url={video.url} title={title} fileName={fileName} />;
  if (image) return <Picture url={image.url} title={title} fileName={fileName} />;
  return <Words title={title} text={lyrics} />;
}

function Picture({ url, title, fileName }: { url: string; title: string; fileName: string }) {
  const { t } = useTranslation("task-detail");
  const { address } = useMediaAddress(url);
  if (address === undefined) return <MediaFailed />;
  return (
    <Box>
      <TaskPicture url={url} alt={title || t("picture")} fit="contain" />
      <Stack direction="row" sx={{ justifyContent: "flex-end", gap: 0.5, mt: 0.5 }}>
        <FileActions address={address} fileName={fileName} />
      </Stack>
    </Box>
  );
}

/** Lyrics without a song. */
function Words({ title, text }: { title: string; text: string }) {
  return (
    <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
      {title !== "" && (
        <Typography variant="subtitle2" sx={{ px: 1.5, py: 1, overflowWrap: "anywhere" }}>
          {title}
        </Typography>
      )}
      <Lyrics text={text} />
    </Box>
  );
}
