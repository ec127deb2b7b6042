import type { EndpointSink } from "../relay/ports.ts";

type Report = Parameters<EndpointSink["noteUnsupported"]>[0];

/**
 * Reports to the control plane that a channel has no endpoint for a format. One report per channel and format runs at a
 * time: until the next snapshot arrives, every call learns the same.
 */
export function createEndpointSink(dependencies: {
  noteUnsupported(report: Report): Promise<unknown>;
  onError(error: unknown): void;
}): EndpointSink {
  const reporting = new Set<string>();
  return {
    noteUnsupported(report) {
      const name = `${report.channelId} ${report.endpoint}`;
      if (reporting.has(name)) return;
      reporting.add(name);
      dependencies
        .noteUnsupported(report)
        .catch(dependencies.onError)
        .finally(() => reporting.delete(name));
    },
  };
}
