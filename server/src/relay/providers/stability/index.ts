import { noPaidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";
import { images } from "./images.ts";
import { readProblem } from "./problems.ts";

/** Stability AI's Stable Image services. */
export const provider: Provider = { descriptor, paidFields: noPaidFields, images, readProblem };
