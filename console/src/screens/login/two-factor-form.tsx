import type { FieldProblem } from "@tollgate/contract/envelope";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormProblem } from "../../design-system/form/form-problem";
import { ApiError } from "../../lib/api-error";
import { describeProblem } from "../../lib/forms/describe-problem";
import { useCompleteTwoFactor } from "./login-queries";
import { PlainField } from "./plain-field";
import type { SecondStep } from "./use-second-step";

/** A code of the app, or a recovery code in its place. */
type Kind = "code" | "recovery_code";

/** The second step of sign-in. Submits as soon as the code is complete. */
export function TwoFactorForm({ step }: { step: SecondStep }) {
  const { t } = useTranslation("login");
  const complete = useCompleteTwoFactor();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<Kind>("code");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<FieldProblem>();

  const reject = ([rejected]: FieldProblem[]): void => {
    setProblem(rejected);
    input.current?.select();
  };
  const send = (text: string): void => {
    step.clear();
    complete.mutate(
      { [kind]: text },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.fields.length > 0) return reject(error.fields);
          step.failed(error);
          if (error instanceof ApiError && error.status === 401) step.leave();
        },
      },
    );
  };
  const change = (text: string): void => {
    setValue(text);
    setProblem(undefined);
    step.clear();
    if (kind === "code" && /^\d{6}$/.test(text.trim()) && !complete.isPending) send(text);
  };
  const other: Kind = kind === "code" ? "recovery_code" : "code";
  const swap = (): void => {
    setKind(other);
    setValue("");
    setProblem(undefined);
    step.clear();
    input.current?.focus();
  };
  const back = (): void => {
    step.clear();
    step.leave();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(value);
  };

  return (
    <Stack component="form" noValidate spacing={2.25} onSubmit={submit}>
      <FormProblem text={step.problem} />
      <PlainField
        key={kind}
        name={kind}
        label={t(`second.${kind}`)}
        autoComplete={kind === "code" ? "one-time-code" : "off"}
        autoFocus
        numeric={kind === "code"}
        inputRef={input}
        value={value}
        onChange={change}
        problem={problem && describeProblem(problem, t(`second.${kind}`))}
      />
      <Button type="submit" variant="contained" size="large" loading={complete.isPending}>
        {t("submit")}
      </Button>
      <Stack
        direction="row"
        sx={{ justifyContent: "space-between", gap: 2, flexWrap: "wrap", typography: "body2" }}
      >
        <Link component="button" type="button" variant="body2" onClick={swap}>
          {t(`second.use_${other}`)}
        </Link>
        <Link component="button" type="button" variant="body2" onClick={back}>
          {t("second.back")}
        </Link>
      </Stack>
    </Stack>
  );
}
