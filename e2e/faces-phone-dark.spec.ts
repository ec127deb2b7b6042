import { testFace } from "./support/test-face.ts";

testFace({ size: "phone", mode: "dark", language: "en_US" });
