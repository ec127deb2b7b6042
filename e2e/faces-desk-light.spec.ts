import { testFace } from "./support/test-face.ts";

testFace({ size: "desk", mode: "light", language: "en_US" });
