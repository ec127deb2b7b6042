import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import PsychologyOutlinedIcon from "@mui/icons-material/PsychologyOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

/** Characters of reasoning that are drawn. */
const drawnMost = 100_000;

/** Reasoning of a model, separate from its answer: open until the answer begins, then as the user sets it. */
export function ReasoningView({ text, thinking }: { text: string; thinking: boolean }) {
  const { t } = useTranslation("playground");
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? thinking;
  return (
    <Box sx={{ mb: 1.5 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        startIcon={<PsychologyOutlinedIcon />}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? "rotate(180deg)" : "none" }} />}
        onClick={() => setChosen(!open)}
        sx={{ color: "text.secondary", ml: -1.25 }}
      >
        {t(thinking ? "reasoning.now" : "reasoning.title")}
      </Button>
      <Box
        id={id}
        hidden={!open}
        role="region"
        aria-label={t("reasoning.title")}
        tabIndex={0}
        sx={{
          mt: 0.5,
          pl: 1.5,
          borderLeft: 2,
          borderColor: "divider",
          color: "text.secondary",
          fontSize: 13,
          lineHeight: "20px",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          overflowY: "auto",
          maxHeight: 320,
        }}
      >
        {open && (text.length > drawnMost ? `${text.slice(0, drawnMost)}…` : text)}
      </Box>
    </Box>
  );
}
