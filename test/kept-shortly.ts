// A process keeps what it read of the database for a few seconds, checks a live stream as seldom, and stores counts of
// forms as seldom. A test of what happens then calls `keepShortly` before it starts a server, and does not wait.

import { after } from 'node:test'

const SHORT = { SAMVAD_TEST_KEPT_MS: '100', SAMVAD_TEST_STREAM_CHECK_MS: '100', SAMVAD_TEST_FORM_COUNTS_MS: '100' }

/** For the servers that the calling file starts from now on. */
export function keepShortly(): void {
  Object.assign(process.env, SHORT)
  after(() => {
    for (const name of Object.keys(SHORT)) delete process.env[name]
  })
}
