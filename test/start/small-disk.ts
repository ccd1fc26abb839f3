// Starts the program with almost no disk space, on a small file system that is really full.
// Per file: its folders are in one that is removed behind the file.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { endWhenReady, leftRunning, newFolder, run } from './starts.ts'

const FILE_SYSTEM_MB = 192

const folder = newFolder()
mkdirSync(folder, { mode: 0o711 })
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${FILE_SYSTEM_MB}m,mode=711`, 'tmpfs', folder])
export const skip = mounted.status === 0 ? false : 'needs to mount a small file system, which takes root on Linux'

/** Different steps of a start fail for lack of space; with the most of these sizes it may become ready. */
export async function startWithLittleRoom(t: TestContext, leftKb: readonly number[]): Promise<void> {
  t.after(() => spawnSync('umount', ['-l', folder]))
  await prepareDataDirectory(folder)
  const environment = { DATA_DIR: folder, ROLES: 'api' }
  const first = await run(environment, endWhenReady)
  assert.equal(first.code, 0, first.stderr)
  let failed = 0
  for (const kb of leftKb) {
    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - kb * 1024))
    const { code, stderr } = await run(environment, endWhenReady)
    assert.deepEqual(leftRunning(folder), [], `${kb} kB: ${stderr}`)
    assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
    if (code !== 0) {
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Samvad cannot start: (The disk is full\. Free up space|DATA_DIR=\S+ cannot be used)/)
      failed++
    }
    rmSync(filler)
  }
  assert.ok(failed > 0, `${failed} of ${leftKb.length} starts found no room`)
  assert.equal((await run(environment, endWhenReady)).code, 0, 'with room again it starts')
}
