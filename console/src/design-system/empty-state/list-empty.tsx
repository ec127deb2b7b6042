import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { EmptyState, type EmptyStateProps } from "./empty-state";

interface ListEmptyProps extends EmptyStateProps {
  /** Search or filters are the reason. */
  narrowed: boolean;
  /** What else may help, where it is not the search and the filters alone. */
  narrowedHint?: ReactNode;
  onClear: () => void;
}

/** A list without rows: what it is and how to begin, or, where the search found nothing, the way back to all rows. */
export function ListEmpty({ narrowed, narrowedHint, onClear, ...beginning }: ListEmptyProps) {
  const texts = useDesignTexts();
  if (!narrowed) return <EmptyState {...beginning} />;
  return (
    <EmptyState
      title={texts.noMatch}
      description={narrowedHint ?? texts.noMatchHint}
      action={
        <Button variant="outlined" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}
