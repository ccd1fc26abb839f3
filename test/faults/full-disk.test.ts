// A full disk, on a small file system that is really full: nothing acknowledged is lost, no connection breaks, and once
// there is space everything continues automatically.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, request } from '../harness.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { assertRefused, run } from '../start/starts.ts'

const FILE_SYSTEM_MB = 192
const WRITERS = 3
/** Pause of one writer, which leaves the processor to PostgreSQL's recovery. */
const BETWEEN_WRITES_MS = 50

const folder = await newDataDirectory()
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${FILE_SYSTEM_MB}m,mode=711`, 'tmpfs', folder])
const skip = mounted.status === 0 ? false : 'needs to mount a small file system, which takes root on Linux'
const programs: Program[] = []
const work = { isOver: false }
after(async () => {
  work.isOver = true
  for (const program of programs) await program.stop()
  if (!skip) spawnSync('umount', ['-l', folder])
  await removeDataDirectory(folder)
})

const filler = join(folder, 'filler')
function fill(): void {
  const file = openSync(filler, 'a')
  // Including the last bytes, which become free occasionally while PostgreSQL tries.
  for (let piece = Buffer.alloc(1024 * 1024); piece.length >= 512; ) {
    try {
      if (writeSync(file, piece) < piece.length) throw new Error('full')
    } catch {
      piece = piece.subarray(piece.length / 2)
    }
  }
  closeSync(file)
}

test('spec 17.38, 19.20, 17.2, 17.7: on a full disk sends are refused and /readyz says why, and a start ends with a sentence; with room again all goes on, and nothing acknowledged is lost', {
  skip,
}, async () => {
  // Not a prepared folder: PostgreSQL would have little to recover, and start although the disk is full.
  const samvad = await startProgram(folder, { ROLES: 'api', SAMVAD_TEST_POSTGRES_RETRY_MAX_MS: '500' })
  programs.push(samvad)
  const kept: string[] = []
  const refused = new Map<number, number>()
  const broken: string[] = []
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let count = 0; !work.isOver; count++) {
      const email = `${writer}-${count}-${'x'.repeat(40)}@customer.example`
      const answer: Answer | string = await samvad
        .request('POST', '/v1/contacts', { json: { email, display_name: 'x'.repeat(80) } })
        .catch((error: Error) => `${error.message} ${error.cause}`)
      if (typeof answer === 'string') broken.push(answer)
      else if (answer.status === 201) kept.push(answer.body.id)
      else refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1)
      await pause(BETWEEN_WRITES_MS)
    }
  })
  const readiness = async () => (await samvad.request('GET', '/readyz')).body
  await eventually('it works', async () => kept.length > 20)
  fill()
  const full = await eventually('it says that it is full', async () => {
    fill()
    const now = await readiness()
    return now.ready === false && now.reason === 'disk_full' && now
  })
  assert.match(full.detail, /^The disk that holds \S+postgres\S* is full\. Free up space$/)
  await eventually('PostgreSQL has ended, and was started in vain', async () => {
    fill()
    return /Failed starts: \d+ in \d+ s; retrying/.test(samvad.output())
  })
  assert.equal((await readiness()).reason, 'disk_full')
  const before = kept.length
  rmSync(filler)
  await eventually('it is ready again', async () => (await readiness()).ready)
  await eventually('it works again', async () => kept.length > before + 20)

  await eventually('full once more', async () => {
    fill()
    return (await readiness()).reason === 'disk_full'
  })
  work.isOver = true
  await Promise.all(writers)
  assert.deepEqual(broken, [])
  assert.deepEqual(
    [...refused.keys()].filter((status) => ![503, 429].includes(status)),
    [],
  )
  assert.equal(await samvad.stop(), 0, samvad.output())

  // In test/long/small-disk.test.ts starts get further before space runs out.
  fill()
  const refusal = await run({ DATA_DIR: folder, ROLES: 'api', SAMVAD_TEST_POSTGRES_START_FAILURE_MS: '1' })
  assertRefused(
    refusal,
    /^Samvad cannot start: (The disk is full\. Free up space|DATA_DIR=\S+ cannot be used|PostgreSQL .*No space left)/m,
    folder,
  )

  rmSync(filler)
  const port = await freePort()
  const starting = startProgram(folder, { ROLES: 'api', PORT: String(port) })
  const ready = () => request(`http://127.0.0.1:${port}`, 'GET', '/readyz').catch(() => undefined)
  await eventually('the next start says that it is ready', async () => (await ready())?.status === 200)
  fill()
  await eventually('full at that moment', async () => (await ready())?.body.reason === 'disk_full')
  rmSync(filler)
  const again = await starting
  programs.push(again)
  await eventually('it goes on', async () => (await ready())?.status === 200)
  const found = new Set<string>()
  for (let cursor = '', hasMore = true; hasMore; ) {
    const { body } = await again.request('GET', `/v1/contacts?limit=100${cursor}`)
    for (const { id } of body.data) found.add(id)
    hasMore = body.has_more
    cursor = `&starting_after=${body.data.at(-1)?.id}`
  }
  assert.deepEqual(
    kept.filter((id) => !found.has(id)),
    [],
  )
  const { code, out } = await again.cli('doctor')
  assert.equal(code, 0, out)
  assert.equal(await again.stop(), 0)
})
