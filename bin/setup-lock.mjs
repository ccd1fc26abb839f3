// Lock between setups of one installation, across processes: one runs npm at a time. Plain JavaScript for Node 20.
//
// The lock is a folder with one file, named after its owner. A setup takes it by renaming a complete draft to its name:
// the rename fails while another folder with a file in it has that name. A setup takes over from a dead process by
// removing that process's file by name, which never removes a new owner's file. The file holds the process id of the
// owner's npm, because npm goes on writing to node_modules when only its parent was killed.

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WAIT_LIMIT_MS = 1_500_000
const POLL_MS = 200

/** Blocks until this process owns the lock at `path`. Calls `onWait` once with the id of the process it waits for. */
export function takeLock(path, onWait) {
  const owner = `${process.pid}-${randomBytes(4).toString('hex')}`
  const draft = `${path}-${owner}`
  const held = {
    noteChild: (pid) => writeFileSync(join(path, owner), String(pid)),
    release: () => {
      rmSync(draft, { recursive: true, force: true })
      rmSync(join(path, owner), { force: true })
      removeIfEmpty(path)
    },
  }
  try {
    mkdirSync(draft)
    writeFileSync(join(draft, owner), '')
    waitFor(path, draft, onWait)
    return held
  } catch (error) {
    held.release()
    throw error
  }
}

function waitFor(path, draft, onWait) {
  const until = Date.now() + WAIT_LIMIT_MS
  let isReported = false
  for (;;) {
    removeIfEmpty(path)
    const problem = renameProblem(draft, path)
    if (!problem) return
    const holder = filesIn(path)[0]
    // The rename failed for another reason than an owner, such as a permission. ENOTEMPTY, EEXIST and EPERM without an
    // owner: it was released after the rename.
    if (!holder && !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(problem.code)) throw problem
    if (removeDeadHolder(path)) continue
    if (holder && !isReported) onWait(holder.split('-')[0])
    isReported ||= Boolean(holder)
    if (Date.now() > until)
      throw new Error(`another process is installing dependencies. If none is running, remove ${path}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}

function removeDeadHolder(path) {
  const holder = filesIn(path)[0]
  if (!holder || [holder.split('-')[0], textOf(join(path, holder))].some((pid) => isAlive(Number(pid)))) return false
  rmSync(join(path, holder), { force: true })
  return true
}

function renameProblem(from, to) {
  try {
    renameSync(from, to)
    return undefined
  } catch (error) {
    return error
  }
}

function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  // A zombie has ended; its parent has not collected its exit code.
  return !/\) [ZX] /.test(textOf(`/proc/${pid}/stat`))
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch {}
}

function filesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
