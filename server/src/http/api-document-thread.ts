import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { stringify } from "yaml";
import { stepBack } from "../platform/step-back.ts";
import { answerCalls } from "../platform/worker-call.ts";
import { type ApiTexts, callOf, type DocumentOperations, type DocumentRequest } from "./api-document.ts";
import { describeApi } from "./describe-api.ts";
import { packText } from "./packed-text.ts";

stepBack();

function describe({ info, calls }: DocumentRequest): ApiTexts {
  const byCall = new Map(allEndpoints.map((described) => [callOf(described.endpoint), described]));
  const endpoints = calls.map((call) => {
    const described = byCall.get(call);
    if (!described) throw new Error(`${call} is not in contract/src/all-endpoints.ts.`);
    return described;
  });
  const json = JSON.stringify(describeApi(info, endpoints));
  // Read again, because YAML would write an object with two places once and refer to it.
  return { json: packText(json), yaml: packText(stringify(JSON.parse(json))) };
}

answerCalls({ describe } satisfies DocumentOperations);
