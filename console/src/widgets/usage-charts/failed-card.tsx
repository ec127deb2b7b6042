import Card from "@mui/material/Card";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";

interface FailedCardProps {
  /** What could not be loaded. */
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Replaces all cards of a failed response, so the reason is shown once. */
export function FailedCard({ title, error, onRetry }: FailedCardProps) {
  return (
    <Card>
      <ErrorState title={title} message={describeError(error)} onRetry={onRetry} />
    </Card>
  );
}
