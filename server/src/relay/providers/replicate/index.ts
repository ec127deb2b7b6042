import { noPaidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { images } from "./images.ts";
import { readProblem } from "./problems.ts";
import { videos } from "./videos.ts";

/** Replicate: every call is a prediction, polled until it is finished. */
export const provider: Provider = {
  descriptor,
  paidFields: noPaidFields,
  chat,
  images,
  videos,
  readProblem,
};
