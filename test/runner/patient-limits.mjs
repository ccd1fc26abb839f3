/**
 * How long the database may take before a request is refused with 503. No test depends on how fast the machine is; those
 * that wait for the refusal take the usual limits back (test/usual-limits.ts).
 */
export const PATIENT_LIMITS = {
  SAMVAD_TEST_CONNECTION_MS: '20000',
  SAMVAD_TEST_READ_MS: '20000',
  SAMVAD_TEST_LOCK_MS: '10000',
  SAMVAD_TEST_SEND_LOCK_MS: '20000',
  SAMVAD_TEST_PLANS_KEPT_MS: '300000',
  SAMVAD_TEST_DISPATCH_PLANS_KEPT_MS: '300000',
}
