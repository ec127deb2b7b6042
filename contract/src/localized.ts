/** A text that travels with a descriptor in every language of the console. */
export interface LocalizedText {
  en_US: string;
  zh_CN: string;
  ja_JP: string;
}
