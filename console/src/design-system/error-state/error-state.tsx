import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDesignTexts } from "../texts/design-texts";

export interface ErrorStateProps {
  title: string;
  /** Why, in the words of the failure. */
  message: string;
  onRetry?: () => void;
  /** For a part of a card: left-aligned, as tall as its text. */
  compact?: boolean;
}

/** Shown instead of content that could not be loaded: what failed, why, and a retry button. */
export function ErrorState(props: ErrorStateProps) {
  const texts = useDesignTexts();
  const { compact = false } = props;
  const place = compact
    ? { alignItems: "flex-start" }
    : { alignItems: "center", textAlign: "center", px: 3, py: 6 };
  return (
    <Stack role="alert" sx={{ gap: 0.5, ...place }}>
      {!compact && <ErrorOutlineIcon sx={{ color: "error.main", fontSize: 28, mb: 0.5 }} />}
      <Typography variant="subtitle1" sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        {compact && <ErrorOutlineIcon sx={{ color: "error.main", fontSize: 20 }} />}
        {props.title}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", maxWidth: 480, textWrap: "balance" }}>
        {props.message}
      </Typography>
      {props.onRetry && (
        <Button variant="outlined" size="small" onClick={props.onRetry} sx={{ mt: 1.5 }}>
          {texts.retry}
        </Button>
      )}
    </Stack>
  );
}
