import { testFace } from "./support/test-face.ts";

testFace({ size: "phone", mode: "light", language: "zh_CN" });
