// spec 19.7: whatever strangers and neighbours send, everybody else is answered and nothing falls over.
// `npm run hostile -- N SEED` sends any number of requests, and the same ones again; how long a bystander waits
// meanwhile, it alone judges.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beHostile } from './story.ts'

const REQUESTS = 200
const SEED = 20_261_121
/** A guard against hanging, however busy the machine is. */
const LIMITS = { waitMaxMs: null, answerMs: 120_000 }

test(`spec 19.7: ${REQUESTS} hostile requests fail nobody, keep the contract, and a bystander is always answered`, async (t) => {
  const report = await beHostile(REQUESTS, SEED, (line) => t.diagnostic(line), LIMITS)
  t.diagnostic(report.text)
  assert.deepEqual(report.faults, [], report.text)
  assert.equal(report.requests, REQUESTS)
  assert.ok(report.waits.questions > 0, report.text)
  // A run in which everything was refused at the door would prove little.
  assert.ok((report.statuses['200'] ?? 0) > REQUESTS / 20, report.text)
  assert.ok((report.statuses['422'] ?? 0) > REQUESTS / 20, report.text)
})
