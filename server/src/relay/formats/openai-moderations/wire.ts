/** Request of `POST /v1/moderations`: the parts that are read. The response passes unchanged. */
export interface WireModerationPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}
