import KeyboardArrowDownIcon from "@mui/icons-material/KeyboardArrowDown";
import KeyboardArrowUpIcon from "@mui/icons-material/KeyboardArrowUp";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { Kbd } from "../../design-system/kbd/kbd";
import { usePhone } from "../../design-system/theme/use-phone";
import Box from "@mui/material/Box";
import type { Steps } from "../../lib/use-step-keys";

interface PanelStepsProps extends Steps {
  /** Address of the open row, from the root on. */
  link: string;
}

/** The footer of a row's panel: steps through the rows of the list, and copies the link to this one. */
export function PanelSteps({ link, previous, next }: PanelStepsProps) {
  const { t } = useTranslation("common");
  const phone = usePhone();
  return (
    <>
      <Button variant="outlined" startIcon={<KeyboardArrowUpIcon />} disabled={!previous} onClick={previous}>
        {t("previous")}
        {!phone && <KeySign>k</KeySign>}
      </Button>
      <Button variant="outlined" startIcon={<KeyboardArrowDownIcon />} disabled={!next} onClick={next}>
        {t("next")}
        {!phone && <KeySign>j</KeySign>}
      </Button>
      <Box sx={{ flex: 1 }} />
      <CopyButton text={`${window.location.origin}${link}`} label={t("copyLink")} />
    </>
  );
}

/** Not a part of the button's name. */
function KeySign({ children }: { children: string }) {
  return (
    <Box component="span" aria-hidden sx={{ ml: 1 }}>
      <Kbd>{children}</Kbd>
    </Box>
  );
}
