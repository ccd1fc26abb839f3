// A start with next to no room on the disk: it says so, and leaves nothing running, however far it came.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { endWhenReady, leftRunning, newFolder, run } from './starts.ts'

const FILE_SYSTEM_MB = 192
/** Which step of a start finds no room differs; behind the last one it may be ready all the same. */
const LEFT_KB = [0, 60, 80, 120, 180, 240]

const folder = newFolder()
mkdirSync(folder, { mode: 0o711 })
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${FILE_SYSTEM_MB}m,mode=711`, 'tmpfs', folder])
const skip = mounted.status === 0 ? false : 'needs to mount a small file system, which takes root on Linux'

test('spec 17.2, 17.7: a start with next to no room left ends with a sentence, and leaves nothing running', {
  skip,
}, async (t) => {
  t.after(() => spawnSync('umount', ['-l', folder]))
  const first = await run({ DATA_DIR: folder }, endWhenReady)
  assert.equal(first.code, 0, first.stderr)
  let failed = 0
  for (const leftKb of LEFT_KB) {
    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - leftKb * 1024))
    const { code, stderr } = await run({ DATA_DIR: folder }, endWhenReady)
    assert.deepEqual(leftRunning(folder), [], `${leftKb} kB: ${stderr}`)
    assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
    if (code !== 0) {
      assert.equal(code, 2, stderr)
      assert.match(
        stderr,
        /^Samvad cannot start: (There is no room on the disk: make some|DATA_DIR=\S+ cannot be used)/,
      )
      failed++
    }
    rmSync(filler)
  }
  assert.ok(failed > 1, `${failed} of ${LEFT_KB.length} starts found no room`)
  assert.equal((await run({ DATA_DIR: folder }, endWhenReady)).code, 0, 'with room again it starts')
})
