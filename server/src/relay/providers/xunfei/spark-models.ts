/** Address of a model: the domain is its name in requests, the path that of its websocket. */
export interface SparkModel {
  domain: string;
  path: string;
}

/** By version: https://www.xfyun.cn/doc/spark/Web.html */
const versions: Readonly<Record<string, string>> = {
  "v1.1": "lite",
  "v2.1": "generalv2",
  "v3.1": "generalv3",
  "v3.5": "generalv3.5",
  "v4.0": "4.0Ultra",
};

/** Models identified by name instead of version. */
const named: Readonly<Record<string, string>> = { "pro-128k": "/chat/pro-128k", "max-32k": "/chat/max-32k" };

/**
 * Finds a model by the vendor's name (`generalv3.5`), One API's (`SparkDesk-v3.5`), or one without a version, which
 * uses the channel's version, else v1.1.
 */
export function findSparkModel(model: string, channelVersion: string): SparkModel {
  const ownPath = named[model];
  if (ownPath !== undefined) return { domain: model, path: ownPath };
  for (const [version, domain] of Object.entries(versions))
    if (model === domain || model === version) return { domain, path: `/${version}/chat` };
  const found = /v\d+\.\d+$/.exec(model)?.[0] ?? (channelVersion.trim() || "v1.1");
  // The first version is `general` if selected by its number.
  const domain = found === "v1.1" ? "general" : (versions[found] ?? model);
  return { domain, path: `/${found}/chat` };
}

/** A model's name in the HTTP interface; One API's names become the vendor's. */
export function httpModel(model: string): string {
  if (!/^SparkDesk/i.test(model)) return model;
  const version = /v\d+\.\d+$/.exec(model)?.[0];
  return version === undefined ? "lite" : (versions[version] ?? model);
}
