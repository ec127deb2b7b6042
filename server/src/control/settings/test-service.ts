import { type FieldProblem, fieldProblems } from "@tollgate/contract/envelope";
import type { ServiceTest, TestedService } from "@tollgate/contract/setting-endpoints";
import { isSettingKey, type SettingKey, type Settings, settings } from "@tollgate/contract/settings";
import { AppError } from "../../platform/app-error.ts";
import { serviceChecks } from "./service-tests.ts";
import { isSecret } from "./stored-values.ts";

/**
 * Tests a service with the values of a form, saved or not.
 * @throws AppError request.invalid for missing values
 */
export async function testService(
  service: TestedService,
  sent: Record<string, unknown>,
  stored: Settings,
): Promise<ServiceTest> {
  const check = serviceChecks[service];
  const values = { ...stored } as Record<SettingKey, unknown>;
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (!isSettingKey(name) || (isSecret(name) && value === "")) continue;
    const parsed = settings[name].schema.safeParse(value ?? "");
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...fieldProblems(parsed.error, `values.${name}`));
  }
  for (const key of check.needs) {
    const path = `values.${key}`;
    if (values[key] !== "" || problems.some((problem) => problem.path === path)) continue;
    problems.push({ path, code: "setting.needed_for_test", message: "Required for the test." });
  }
  const { address, secret } = check;
  // A stolen session of a super administrator must not read secrets by sending them elsewhere.
  if (
    secret &&
    values[secret] === stored[secret] &&
    stored[secret] !== "" &&
    values[address] !== stored[address]
  ) {
    const message = "The address changed. Enter the secret again.";
    problems.push({ path: `values.${secret}`, code: "setting.secret_for_new_address", message });
  }
  if (problems.length > 0) throw new AppError("request.invalid", { fields: problems });
  return check.run(values as Settings);
}
