import Card from "@mui/material/Card";
import { ErrorState } from "../../design-system/error-state/error-state";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";

/** Stands for all cards of an answer that failed, so that the reason is told once. */
export function FailedCard({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useDesignTexts();
  return (
    <Card>
      <ErrorState title={texts.loadFailed} message={describeError(error)} onRetry={onRetry} />
    </Card>
  );
}
