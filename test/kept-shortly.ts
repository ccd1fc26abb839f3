// A process caches database reads for a few seconds, and checks live streams and stores counts of forms at the same
// interval. A test of such an expiry calls `keepShortly` before it starts a server, and need not wait.

import { after } from 'node:test'

const SHORT = { SAMVAD_TEST_KEPT_MS: '100', SAMVAD_TEST_STREAM_CHECK_MS: '100', SAMVAD_TEST_FORM_COUNTS_MS: '100' }

/** For servers that the calling file starts from now on. */
export function keepShortly(): void {
  Object.assign(process.env, SHORT)
  after(() => {
    for (const name of Object.keys(SHORT)) delete process.env[name]
  })
}
