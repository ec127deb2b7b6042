import { noPaidFields } from "../../canonical/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";
import { speech } from "./speech.ts";

/** Azure's speech service. */
export const provider: Provider = {
  descriptor,
  paidFields: noPaidFields,
  speech,
  readProblem: problemFromStatus,
};
