// Ends the program at many moments between its first instruction and some time after it is ready. The moments are
// fractions of a start's duration on this machine, so that they hit every step.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { ends, type Moment, runAndEnd } from '../start/ends.ts'
import { newFolder } from '../start/starts.ts'

const skip = process.platform === 'win32' ? 'needs signals' : false
const MOMENTS = 9
const AFTER_READY_MS = [0, 20]
/** After the kill of one process of PostgreSQL, which then restarts. */
const AFTER_LOSS_MS = [0, 100, 250]

// Each waits for its own PostgreSQL most of the time.
suite('ends', { concurrency: true }, () => {
  for (const [index, end] of ends.entries()) {
    const name = `${end.signal} to the ${end.to}, of ${end.processes} API processes`
    test(`spec 17.7: ${name}: at any moment it ends with 0, and leaves nothing running`, { skip }, async () => {
      const folder = newFolder()
      const first = await runAndEnd(folder, end, { afterReadyMs: 0 })
      assert.deepEqual([first.code, first.left], [0, []], first.said)
      const whole = first.readyAfterMs as number
      const moments: Moment[] = [
        ...AFTER_READY_MS.map((afterReadyMs) => ({ afterReadyMs })),
        ...AFTER_LOSS_MS.map((afterReadyMs) => ({ afterReadyMs, losesBackend: true })),
        ...Array.from({ length: MOMENTS }, (_, step) => ({
          afterMs: (whole * (step + index / ends.length)) / MOMENTS,
        })),
      ]
      for (const moment of moments) {
        const { code, signal, said, left } = await runAndEnd(folder, end, moment)
        const at = `${JSON.stringify(moment)} of ${Math.round(whole)} ms: ${said}`
        // Before Node runs its first line, the signal's default action ends it.
        const isTooEarly = signal === end.signal && said === ''
        assert.ok(code === 0 || isTooEarly, `${code} ${signal} ${at}`)
        assert.deepEqual(left, [], at)
        assert.doesNotMatch(said, /did not stop cleanly|^\s+at /m, at)
        // The log reports the lost PostgreSQL.
        if (!('losesBackend' in moment)) assert.doesNotMatch(said, /"level":"(error|fatal)"/, at)
      }
      assert.ok(existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres', 'postmaster.pid')))
    })
  }
})
