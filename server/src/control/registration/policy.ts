import type { FieldProblem } from "@tollgate/contract/envelope";
import type { Settings } from "@tollgate/contract/settings";
import { AppError } from "../../platform/app-error.ts";

/** @throws AppError register.disabled, register.password_disabled */
export function rejectWhileClosed(settings: Settings): void {
  if (!settings.RegisterEnabled) throw new AppError("register.disabled");
  if (!settings.PasswordRegisterEnabled) throw new AppError("register.password_disabled");
}

/**
 * Where addresses are restricted, the domain must be in the list exactly: `mail.example.org` and `example.org.evil.net`
 * are not `example.org`.
 * @throws AppError register.domain_not_allowed
 */
export function rejectDomain(email: string, settings: Settings): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!settings.EmailDomainRestrictionEnabled || settings.EmailDomainWhitelist.includes(domain)) return;
  const params = { domain };
  throw new AppError("register.domain_not_allowed", {
    params,
    fields: [
      {
        path: "email",
        code: "register.domain_not_allowed",
        params,
        message: `Email addresses at ${domain} are not accepted. Use another address.`,
      },
    ],
  });
}

/**
 * The address and code that registration requires.
 * @throws AppError request.invalid with every missing field
 */
export function rejectMissing(form: { email: string; verification_code: string }): void {
  const fields = (["email", "verification_code"] as const).filter((path) => form[path] === "").map(missing);
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
}

function missing(path: string): FieldProblem {
  return {
    path,
    code: "too_small",
    message: "This cannot be empty.",
    params: { minimum: 1, origin: "string" },
  };
}

export function wrongCode(): AppError {
  return new AppError("register.code_wrong", {
    fields: [
      {
        path: "verification_code",
        code: "register.code_wrong",
        message: "The verification code is incorrect or has expired. Request a new one.",
      },
    ],
  });
}
