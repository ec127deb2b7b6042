import { problemFromStatus } from "../kit/problem-from-status.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";
import { speech } from "./speech.ts";

/** Azure's speech service. */
export const provider: Provider = { descriptor, speech, readProblem: problemFromStatus };
