import VisibilityOffOutlinedIcon from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import type { FieldProblem } from "@tollgate/contract/envelope";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormProblem } from "../../design-system/form/form-problem";
import { ApiError } from "../../lib/api-error";
import { describeProblem } from "../../lib/forms/describe-problem";
import { expectSignIn, useLogin } from "./login-queries";
import { PlainField } from "./plain-field";
import type { SecondStep } from "./use-second-step";

interface PasswordFormProps {
  step: SecondStep;
  passkeys: boolean;
  /** The username that the form starts with, or empty. */
  known: string;
}

/**
 * Username or email, and password. The only form without the form library: this is usually the first page, and the
 * library would be a tenth of its download.
 */
export function PasswordForm({ step, passkeys, known }: PasswordFormProps) {
  const { t } = useTranslation("login");
  const login = useLogin();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState({ username: known, password: "" });
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [shown, setShown] = useState(false);

  const problemOf = (name: keyof typeof values): string | undefined => {
    const problem = problems.find((candidate) => candidate.path === name);
    return problem && describeProblem(problem, t(name));
  };
  const change = (name: keyof typeof values) => (value: string) => {
    expectSignIn();
    setValues({ ...values, [name]: value });
    setProblems(problems.filter((problem) => problem.path !== name));
    step.clear();
  };
  const reject = (rejected: FieldProblem[]): void => {
    setProblems(rejected);
    (rejected[0]?.path === "username" ? username : password).current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    step.clear();
    login.mutate(values, {
      onError: (error) => {
        if (error instanceof ApiError && error.fields.length > 0) return reject(error.fields);
        step.failed(error);
        password.current?.select();
      },
    });
  };

  return (
    <Stack component="form" noValidate spacing={2.25} onSubmit={submit}>
      <FormProblem text={step.problem} />
      <PlainField
        name="username"
        label={t("username")}
        autoComplete={passkeys ? "username webauthn" : "username"}
        autoFocus={known === ""}
        inputRef={username}
        value={values.username}
        onChange={change("username")}
        problem={problemOf("username")}
      />
      <PlainField
        name="password"
        label={t("password")}
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        autoFocus={known !== ""}
        inputRef={password}
        value={values.password}
        onChange={change("password")}
        problem={problemOf("password")}
        end={
          <IconButton
            size="small"
            edge="end"
            aria-label={shown ? t("hidePassword") : t("showPassword")}
            onClick={() => setShown(!shown)}
            sx={{ color: "text.secondary" }}
          >
            {shown ? (
              <VisibilityOffOutlinedIcon fontSize="small" />
            ) : (
              <VisibilityOutlinedIcon fontSize="small" />
            )}
          </IconButton>
        }
      />
      <Button type="submit" variant="contained" size="large" loading={login.isPending}>
        {t("submit")}
      </Button>
    </Stack>
  );
}
