// spec 19.7: whatever strangers and neighbours send, everybody else is answered and nothing crashes. `npm run hostile
// -- N SEED` sends any number of requests, repeatably; only that command judges how long a bystander waits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beHostile } from './story.ts'

const REQUESTS = 200
const SEED = 20_261_121
/** Deadlock guard, however busy the machine is. */
const LIMITS = { waitMaxMs: null, answerMs: 120_000 }

test(`spec 19.7: ${REQUESTS} hostile requests fail nobody, keep the contract, and a bystander is always answered`, async (t) => {
  const report = await beHostile(REQUESTS, SEED, (line) => t.diagnostic(line), LIMITS)
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [], report.text)
  assert.equal(report.requests, REQUESTS)
  assert.ok(report.waits.questions > 0, report.text)
  // A run in which everything was refused early would prove little.
  assert.ok((report.statuses['200'] ?? 0) > REQUESTS / 20, report.text)
  assert.ok((report.statuses['422'] ?? 0) > REQUESTS / 20, report.text)
})
