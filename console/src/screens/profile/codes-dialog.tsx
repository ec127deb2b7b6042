import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";
import { downloadText } from "../../widgets/notification-host/download-text";
import { useSiteInfo } from "../../lib/site-info/site-info";

/** The recovery codes, this once. It does not close by accident. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(["profile", "common"]);
  const { system_name } = useSiteInfo();
  const titleId = useId();
  useMonoFont();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t("codes.title")}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: "text.secondary", mb: 2 }}>{t("codes.body")}</Typography>
        <Box
          component="ol"
          aria-label={t("codes.title")}
          sx={{
            m: 0,
            p: 2,
            display: "grid",
            gridTemplateColumns: "1fr 1fr",
            rowGap: 1,
            justifyItems: "center",
            listStyle: "none",
            fontFamily: monoFont,
            fontSize: 15,
            border: 1,
            borderColor: "divider",
            borderRadius: 1.5,
            bgcolor: "background.default",
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
          <CopyButton text={text} caption={t("common:copy")} />
          <Button
            size="small"
            variant="outlined"
            startIcon={<DownloadIcon />}
            onClick={() => downloadText(`${system_name}-recovery-codes.txt`, text)}
          >
            {t("common:download")}
          </Button>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t("codes.saved")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
