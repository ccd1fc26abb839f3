/**
 * Time limits of the database before a request is refused with 503, longer than in production. No test may depend on
 * how fast the machine is; tests of the refusal restore the usual limits (test/usual-limits.ts).
 */
export const PATIENT_LIMITS = {
  SAMVAD_TEST_CONNECTION_MS: '20000',
  SAMVAD_TEST_READ_MS: '20000',
  SAMVAD_TEST_LOCK_MS: '10000',
  SAMVAD_TEST_SEND_LOCK_MS: '20000',
  SAMVAD_TEST_PLANS_KEPT_MS: '300000',
  SAMVAD_TEST_DISPATCH_PLANS_KEPT_MS: '300000',
}
