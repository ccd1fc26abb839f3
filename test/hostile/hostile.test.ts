// spec 19.7: whatever strangers and neighbours send, nobody else waits and nothing falls over.
// `npm run hostile -- N SEED` does any number of them, and the same ones again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beHostile, WAITED } from './story.ts'

const REQUESTS = 3000
/** The same ones in every run of the suite: a red suite means a change, not a day. Other seeds: npm run hostile. */
const SEED = 20_261_121
const RUNS_MAX = 3
/** Three hundred when a machine has nothing else to do, as `npm run hostile` asks; here other test files run beside. */
const WAIT_MAX_MS = 1000

test(`spec 19.7: ${REQUESTS} hostile requests fail nobody, keep the contract, and keep no bystander waiting`, async (t) => {
  const run = async () => {
    const report = await beHostile(REQUESTS, SEED, (line) => t.diagnostic(line), WAIT_MAX_MS)
    t.diagnostic(report.text)
    return report
  }
  let report = await run()
  // The machine itself may stop for a moment, with everything on it. What the requests bring about, they bring about
  // each time.
  const onlyWaited = () => report.faults.length > 0 && report.faults.every((fault) => fault.startsWith(WAITED))
  for (let runs = 1; runs < RUNS_MAX && onlyWaited(); runs++) report = await run()
  assert.deepEqual(report.faults, [], report.text)
  assert.equal(report.requests, REQUESTS)
  // A run in which everything was refused at the door would prove little.
  assert.ok((report.statuses['200'] ?? 0) > REQUESTS / 20, report.text)
  assert.ok((report.statuses['422'] ?? 0) > REQUESTS / 20, report.text)
})
