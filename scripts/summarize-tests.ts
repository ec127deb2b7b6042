import { existsSync, readFileSync } from "node:fs";

/** The part of vitest's JSON report that is counted. */
interface TestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * The outcome of a test run in one line. A file that failed without a failed test in it (it could not be loaded, or a hook
 * failed) counts as one failure, so that a run cannot look whole because its tests never started.
 */
export function summarizeTests(report: TestReport): { line: string; failed: number } {
  const tests = report.testResults.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const passed = tests.filter((status) => status === "passed").length;
  const failed = tests.filter((status) => status === "failed").length + brokenFiles.length;
  const skipped = tests.length - passed - tests.filter((status) => status === "failed").length;
  return { line: `${passed} passed, ${failed} failed, ${skipped} skipped`, failed };
}

if (import.meta.main) {
  const file = process.argv[2] ?? "";
  if (!existsSync(file)) {
    console.error("The tests did not run to their end: there is no report.");
    console.log("0 passed, 1 failed, 0 skipped");
    process.exitCode = 1;
  } else {
    const { line, failed } = summarizeTests(JSON.parse(readFileSync(file, "utf8")) as TestReport);
    console.log(line);
    if (failed > 0) process.exitCode = 1;
  }
}
