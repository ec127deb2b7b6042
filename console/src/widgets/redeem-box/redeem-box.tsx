import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatQuota } from "@tollgate/contract/quota";
import { redeemCode } from "@tollgate/contract/redemptions";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { monoFont } from "../../design-system/theme/tokens";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { call } from "../../lib/api-client";
import { describeError } from "../../lib/describe-error";
import { isForeign, safeLink } from "../../lib/safe-link";
import { selfQuery } from "../../lib/session/self-query";
import { useQuotaFormat, useSiteInfo } from "../../lib/site-info/site-info";

/** Redeems a code: shows what it added, and the balance on the page follows. */
export function RedeemBox() {
  const { t } = useTranslation("redeem-box");
  useMonoFont();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const redeem = useRedeem();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const key = text.trim();
    const fail = (reason: string): void => {
      setProblem(reason);
      input.current?.focus();
    };
    if (key === "") return fail(t("missing"));
    redeem.mutate(key, { onSuccess: () => setText(""), onError: (error) => fail(describeError(error)) });
  };

  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2.5 }}>
      <Stack direction="row" sx={{ alignItems: "baseline", justifyContent: "space-between", gap: 2, mb: 2 }}>
        <Typography id={titleId} variant="h4" component="h2">
          {t("title")}
        </Typography>
        <ShopLink />
      </Stack>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        direction={{ xs: "column", sm: "row" }}
        sx={{ alignItems: { sm: "flex-start" }, gap: 1.5 }}
      >
        <TextField
          label={t("label")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          inputRef={input}
          error={problem !== undefined}
          helperText={problem}
          autoComplete="off"
          fullWidth
          slotProps={{
            htmlInput: { spellCheck: false, autoCapitalize: "none", style: { fontFamily: monoFont } },
          }}
        />
        <Button
          type="submit"
          variant="contained"
          loading={redeem.isPending}
          sx={{ flexShrink: 0, minHeight: 40 }}
        >
          {t("submit")}
        </Button>
      </Stack>
      <Box role="status">{redeem.isSuccess && <Added quota={redeem.data} />}</Box>
    </Card>
  );
}

function useRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => call(redeemCode, { body: { key } }),
    meta: { silent: true },
    onSuccess: () => client.invalidateQueries({ queryKey: selfQuery.queryKey }),
  });
}

function Added({ quota }: { quota: number }) {
  const { t } = useTranslation("redeem-box");
  const format = useQuotaFormat();
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: "success.main", fontWeight: 500 }}>
      {t("added", { amount: formatQuota(quota, format) })}
    </Typography>
  );
}

/** Where codes are sold, if the operator has set it. */
function ShopLink() {
  const { t } = useTranslation("redeem-box");
  const shop = safeLink(useSiteInfo().top_up_link);
  if (shop === undefined) return null;
  const foreign = isForeign(shop);
  return (
    <Link
      href={shop}
      variant="body2"
      {...(foreign && { target: "_blank", rel: "noopener noreferrer" })}
      sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, whiteSpace: "nowrap" }}
    >
      {t("shop")}
      {foreign && <OpenInNewIcon sx={{ fontSize: 14 }} aria-hidden />}
    </Link>
  );
}
