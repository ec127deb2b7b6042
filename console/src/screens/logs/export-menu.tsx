import FileDownloadOutlinedIcon from "@mui/icons-material/FileDownloadOutlined";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { logExportFormats } from "@tollgate/contract/logs";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOpened } from "../../design-system/later/use-opened";
import { exportAddress, type LogQuery, useCheckExport } from "./logs-queries";

/** Downloads every row of the filters. The browser streams it to the disk and can cancel it. */
export function ExportMenu({ everybody, query }: { everybody: boolean; query: LogQuery }) {
  const { t } = useTranslation("logs");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const check = useCheckExport(everybody, query);
  const close = (): void => setAnchor(null);
  const start = (event: MouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault();
    const link = document.createElement("a");
    link.href = event.currentTarget.href;
    link.download = "";
    close();
    check.mutate(undefined, { onSuccess: () => link.click() });
  };
  return (
    <>
      <Tooltip title={t("export.label")}>
        <IconButton
          aria-label={t("export.label")}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: "text.secondary" }}
        >
          <FileDownloadOutlinedIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      {opened && (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
          {logExportFormats.map((format) => (
            <MenuItem
              key={format}
              component="a"
              href={exportAddress(everybody, query, format)}
              download
              onClick={start}
            >
              {t(`export.${format}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
