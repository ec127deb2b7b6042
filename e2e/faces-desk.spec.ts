import { testFaces } from "./support/test-faces.ts";

testFaces([
  { size: "desk", mode: "light", language: "en_US" },
  { size: "desk", mode: "dark", language: "zh_CN" },
]);
