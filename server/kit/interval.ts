// A wait that nobody configures and that a test of a whole process makes short, so that it does not wait itself.

/** `usualMs`, or SAMVAD_TEST_<name>_MS of the environment of a test. */
export function interval(name: string, usualMs: number): number {
  return Number(process.env[`SAMVAD_TEST_${name}_MS`] ?? usualMs)
}
