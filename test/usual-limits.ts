// Restores production time limits: a test run lets the database take longer before a request is refused with 503,
// because a busy machine must not fail a test (test/runner/patient-limits.mjs). A file whose tests are about that
// refusal calls `useUsualLimits` before it opens a database.

import { after } from 'node:test'

/** By limit: waiting for a connection, a single read, waiting for a lock. */
const NAMES = {
  connection: ['SAMVAD_TEST_CONNECTION_MS'],
  read: ['SAMVAD_TEST_READ_MS'],
  lock: ['SAMVAD_TEST_LOCK_MS', 'SAMVAD_TEST_SEND_LOCK_MS'],
}
type Limit = keyof typeof NAMES

/** For databases that the calling file opens, and programs that it starts, from now on. */
export function useUsualLimits(limits: readonly Limit[] = ['connection', 'read', 'lock']): void {
  for (const name of limits.flatMap((limit) => NAMES[limit])) {
    const ofRun = process.env[name]
    if (ofRun === undefined) continue
    delete process.env[name]
    after(() => {
      process.env[name] = ofRun
    })
  }
}
