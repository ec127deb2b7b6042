import { testFaces } from "./support/test-faces.ts";

testFaces([
  { size: "phone", mode: "light", language: "zh_CN" },
  { size: "phone", mode: "dark", language: "en_US" },
]);
