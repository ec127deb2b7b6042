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
}

/** What stands where content should be when it could not be had: what failed, why, and a way to try again. */
export function ErrorState(props: ErrorStateProps) {
  const texts = useDesignTexts();
  return (
    <Stack role="alert" sx={{ alignItems: "center", textAlign: "center", gap: 0.5, px: 3, py: 6 }}>
      <ErrorOutlineIcon sx={{ color: "error.main", fontSize: 28, mb: 0.5 }} />
      <Typography variant="subtitle1">{props.title}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", maxWidth: 480 }}>
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
