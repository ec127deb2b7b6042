import { noPaidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { check } from "./check.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";
import { videos } from "./videos.ts";

/** Kling AI: videos only, each a task of minutes. */
export const provider: Provider = { descriptor, paidFields: noPaidFields, videos, check, readProblem };
