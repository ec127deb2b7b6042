import KeyOutlinedIcon from "@mui/icons-material/KeyOutlined";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { UserToken } from "./user-token";
import { userTokensQuery } from "./users-queries";

/** The tokens of a user, newest first: whether they work, what they spent and may do; never their keys. */
export function UserTokens({ id }: { id: number }) {
  const { t } = useTranslation("users");
  const [page, setPage] = useState(1);
  const tokens = useQuery(userTokensQuery(id, page));
  if (tokens.error && !tokens.data)
    return (
      <ErrorState
        title={t("tokens.failed")}
        message={describeError(tokens.error)}
        onRetry={() => void tokens.refetch()}
      />
    );
  if (!tokens.data)
    return (
      <Stack sx={{ gap: 2 }} aria-busy>
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} variant="rounded" height={96} />
        ))}
      </Stack>
    );
  const { data, total_count: total, size } = tokens.data;
  if (total === 0)
    return (
      <EmptyState icon={<KeyOutlinedIcon />} title={t("tokens.empty")} description={t("tokens.empty_body")} />
    );
  return (
    <>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {data.map((token) => (
          <UserToken key={token.id} token={token} />
        ))}
      </Stack>
      {total > size && (
        <Stack direction="row" sx={{ justifyContent: "space-between", mt: 1 }}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("activity.newer")}
          </Button>
          <Button size="small" disabled={page * size >= total} onClick={() => setPage(page + 1)}>
            {t("activity.older")}
          </Button>
        </Stack>
      )}
    </>
  );
}
