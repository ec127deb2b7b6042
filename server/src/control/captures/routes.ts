import {
  findCapture,
  listCaptures,
  listOwnCaptures,
  readCapture,
  startCapture,
  stopCapture,
} from "@tollgate/contract/captures";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { CaptureService } from "./service.ts";

export function registerCaptureRoutes(register: RegisterEndpoint, captures: CaptureService): void {
  register(listCaptures, ({ actor }) => captures.state(actor));
  register(listOwnCaptures, ({ actor }) => captures.ownTokens(actor));
  register(startCapture, ({ actor, body }) => captures.start(actor, body));
  register(stopCapture, async ({ actor, params }) => {
    await captures.stop(actor, params.id);
    return null;
  });
  register(findCapture, ({ actor, params }) => captures.head(actor, params.id));
  register(readCapture, ({ actor, params }) => captures.read(actor, params.id));
}
