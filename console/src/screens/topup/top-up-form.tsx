import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { OwnGateway, TopUpTerms } from "@tollgate/contract/orders";
import { moneyNumber } from "@tollgate/contract/top-up";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormProblem } from "../../design-system/form/form-problem";
import { describeError } from "../../lib/describe-error";
import { formatMoney } from "../../lib/format-number";
import { AmountChoice } from "./amount-choice";
import { BreakdownLines } from "./breakdown-lines";
import { GatewayChoice } from "./gateway-choice";
import { priceOf, quickAmounts, readAmount } from "./top-up-price";
import type { usePayment } from "./use-payment";

interface TopUpFormProps {
  gateways: readonly OwnGateway[];
  terms: TopUpTerms;
  payment: ReturnType<typeof usePayment>;
}

/** How much, by which way, and what it costs before it is paid. */
export function TopUpForm({ gateways, terms, payment }: TopUpFormProps) {
  const { t } = useTranslation("topup");
  const quick = quickAmounts(terms);
  const [text, setText] = useState(() => String(quick[0]?.amount ?? terms.min_amount));
  const [uuid, setUuid] = useState(gateways[0]?.uuid);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const gateway = gateways.find((way) => way.uuid === uuid) ?? gateways[0];
  const read = readAmount(text, terms);
  const price = "amount" in read && gateway ? priceOf(read.amount, gateway, terms) : undefined;
  const problem = "problem" in read && (read.problem !== "missing" || tried) ? read.problem : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!price || !gateway) return input.current?.focus();
    void payment.pay({ uuid: gateway.uuid, amount: price.amount, pay: price.pay });
  };
  const toPay = price && formatMoney(moneyNumber(price.pay, price.currency), price.currency);

  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 3 }}>
      <AmountChoice
        text={text}
        onChange={setText}
        quick={quick}
        terms={terms}
        problem={problem}
        inputRef={input}
      />
      <GatewayChoice gateways={gateways} value={gateway?.uuid ?? ""} onChange={setUuid} />
      {price && <BreakdownLines price={price} uncollected={terms.uncollected} />}
      <FormProblem text={payment.error ? describeError(payment.error) : undefined} />
      <Button type="submit" variant="contained" size="large" loading={payment.ordering} fullWidth>
        {toPay === undefined ? t("pay") : t("pay_sum", { sum: toPay })}
      </Button>
    </Stack>
  );
}
