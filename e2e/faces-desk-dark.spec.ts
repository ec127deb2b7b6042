import { testFace } from "./support/test-face.ts";

testFace({ size: "desk", mode: "dark", language: "zh_CN" });
