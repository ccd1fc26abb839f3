// Reports about a small file system that is really full, whatever PostgreSQL does at the time.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Outage } from '#kit/outage.ts'
import { createOutages } from './outages.ts'
import type { Place } from './prepare.ts'

const FILE_SYSTEM_MB = 2

const folder = mkdtempSync(join(tmpdir(), 'samvad-outages-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${FILE_SYSTEM_MB}m`, 'tmpfs', folder])
const skip = mounted.status === 0 ? false : 'needs to mount a small file system, which takes root on Linux'
after(() => {
  if (!skip) spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

test('spec 19.20: a full disk is told also while PostgreSQL recovers and fails no start, and when there is room again', {
  skip,
}, async () => {
  mkdirSync(join(folder, 'pg_wal'))
  const told: (Outage | null)[] = []
  const lines: string[] = []
  const log = {
    info: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
  }
  const place = { folder, logFile: join(folder, 'postgres.log') } as Place
  const outages = createOutages(place, log, (outage) => told.push(outage))
  const filler = join(folder, 'filler')

  outages.lost()
  await outages.lookAtDisk()
  assert.deepEqual(told, [])
  writeFileSync(filler, Buffer.alloc(1.5 * 1024 * 1024))
  await outages.lookAtDisk()
  await outages.lookAtDisk()
  const full = { reason: 'disk_full', detail: `The disk that holds ${folder} is full. Free up space` }
  assert.deepEqual(told.splice(0), [full])

  await outages.failed('could not write lock file "postmaster.pid": No space left on device')
  assert.deepEqual(told.splice(0), [full])
  assert.match(lines.at(-1) ?? '', /Failed starts: 1 in \d+ s; retrying/)

  rmSync(filler)
  await outages.failed('it is too early in the morning')
  await outages.lookAtDisk()
  assert.deepEqual(told.splice(0).at(-1), {
    reason: 'database_unavailable',
    detail: 'PostgreSQL does not start: it is too early in the morning',
  })
  outages.back()
  assert.deepEqual(told, [null])
})
