import DownloadIcon from "@mui/icons-material/Download";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";

interface FileActionsProps {
  /** At this server, from the root on. */
  address: string;
  fileName: string;
}

const look = { color: "text.secondary", p: 0.5, "& svg": { fontSize: 18 } };

/** Copies the address of a file, opens it beside the page, saves it. */
export function FileActions({ address, fileName }: FileActionsProps) {
  const { t } = useTranslation("task-media");
  return (
    <>
      <CopyButton text={`${window.location.origin}${address}`} label={t("copy_address")} />
      <Tooltip title={t("open")}>
        <IconButton
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("open")}
          sx={look}
        >
          <OpenInNewIcon />
        </IconButton>
      </Tooltip>
      <Tooltip title={t("download")}>
        <IconButton component="a" href={address} download={fileName} aria-label={t("download")} sx={look}>
          <DownloadIcon />
        </IconButton>
      </Tooltip>
    </>
  );
}
