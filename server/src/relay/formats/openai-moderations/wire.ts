/** Request of `POST /v1/moderations`: the parts that are looked at. The answer is carried as it came. */
export interface WireModerationPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}
