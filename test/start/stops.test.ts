// Ends at the steps of a start: before the first instruction, during initdb, while the children start, and just after
// PostgreSQL was lost. test/long/stops.test.ts tests many moments between and after them.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ends, type Moment, runAndEnd } from './ends.ts'
import { newFolder, newPreparedFolder } from './starts.ts'

const skip = process.platform === 'win32' ? 'needs signals' : false
const losesBackend: Moment = { afterReadyMs: 0, losesBackend: true }
const emptyFolder = newFolder()
const earliest: string[] = ['spawned', 'cluster is made']
/** Each kind of end at the steps where its signals reach other processes than those of the earlier kinds. */
const moments: Moment[][] = [
  [{ at: 'spawned' }, { at: 'cluster is made' }, losesBackend],
  [{ at: 'first child' }],
  [{ at: 'first child' }],
]

for (const [index, end] of ends.entries()) {
  const name = `${end.signal} to the ${end.to}, of ${end.processes} API processes`
  test(`spec 17.7: ${name}: at every step of a start it ends with 0, and leaves nothing running`, {
    skip,
  }, async () => {
    const prepared = await newPreparedFolder()
    const folders = new Set<string>()
    for (const moment of moments[index] as Moment[]) {
      // initdb and the migrations are half of a first start: only an end during initdb needs an empty folder.
      const folder = 'at' in moment && earliest.includes(moment.at) ? emptyFolder : prepared
      folders.add(folder)
      const { code, signal, said, left } = await runAndEnd(folder, end, moment)
      const at = `${JSON.stringify(moment)}: ${said}`
      // Before Node runs its first line, the signal's default action ends it.
      const isTooEarly = signal === end.signal && said === ''
      assert.ok(code === 0 || isTooEarly, `${code} ${signal} ${at}`)
      assert.deepEqual(left, [], at)
      assert.doesNotMatch(said, /did not stop cleanly|^\s+at /m, at)
      // The log reports the lost PostgreSQL.
      if (moment !== losesBackend) assert.doesNotMatch(said, /"level":"(error|fatal)"/, at)
    }
    for (const folder of folders)
      assert.ok(existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres', 'postmaster.pid')))
  })
}
