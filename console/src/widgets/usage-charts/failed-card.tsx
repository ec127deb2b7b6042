import Card from "@mui/material/Card";
import { ErrorState } from "../../design-system/error-state/error-state";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";

/** Replaces all cards of a failed response, so the reason is shown once. */
export function FailedCard({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useDesignTexts();
  return (
    <Card>
      <ErrorState title={texts.loadFailed} message={describeError(error)} onRetry={onRetry} />
    </Card>
  );
}
