import type { UploadedFile } from "./image.ts";

/** A form's fields in the order they came; a name may come several times. */
export interface FormBody {
  fields: { name: string; value: string | UploadedFile }[];
}
