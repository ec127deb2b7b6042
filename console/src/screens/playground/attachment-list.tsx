import AudiotrackOutlinedIcon from "@mui/icons-material/AudiotrackOutlined";
import CloseIcon from "@mui/icons-material/Close";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import type { Attachment } from "./conversation";
import { formatBytes } from "./format-bytes";

interface AttachmentListProps {
  attachments: readonly Attachment[];
  /** Absent: the files were sent. */
  onRemove?: (id: string) => void;
}

/** The files of a prompt: pictures as themselves, others by name and size. */
export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  const { t } = useTranslation("playground");
  if (attachments.length === 0) return null;
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label={t("files.label")}
      sx={{ m: 0, p: 0, listStyle: "none", gap: 1, flexWrap: "wrap" }}
    >
      {attachments.map((file) => (
        <Stack
          component="li"
          key={file.id}
          direction="row"
          sx={{
            alignItems: "center",
            gap: 1,
            minWidth: 0,
            maxWidth: 260,
            p: 0.75,
            pr: onRemove ? 0.5 : 1.25,
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            bgcolor: "background.paper",
          }}
        >
          <Preview file={file} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap title={file.name}>
              {file.name}
            </Typography>
            <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
              {formatBytes(file.size)}
            </Typography>
          </Box>
          {onRemove && (
            <IconButton
              size="small"
              aria-label={t("files.remove", { name: file.name })}
              onClick={() => onRemove(file.id)}
            >
              <CloseIcon sx={{ fontSize: 16 }} />
            </IconButton>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function Preview({ file: { kind, data } }: { file: Attachment }) {
  const size = { width: 36, height: 36, borderRadius: "6px", flexShrink: 0 };
  if (kind === "image") return <Box component="img" src={data} alt="" sx={{ ...size, objectFit: "cover" }} />;
  const Icon = kind === "audio" ? AudiotrackOutlinedIcon : DescriptionOutlinedIcon;
  return (
    <Box
      sx={{
        ...size,
        display: "grid",
        placeItems: "center",
        bgcolor: "action.hover",
        color: "text.secondary",
      }}
    >
      <Icon sx={{ fontSize: 18 }} />
    </Box>
  );
}
