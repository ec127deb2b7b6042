/** One server-sent event, without framing. `event` is empty where the upstream names none. */
export interface UpstreamEvent {
  event: string;
  data: string;
}
