// An internal interval that only tests of whole processes change, so that they need not wait.

/** `usualMs`, or SAMVAD_TEST_<name>_MS of a test's environment. */
export function interval(name: string, usualMs: number): number {
  return Number(process.env[`SAMVAD_TEST_${name}_MS`] ?? usualMs)
}
