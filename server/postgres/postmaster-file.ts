// postmaster.pid: what PostgreSQL tells about the postmaster of a data folder, and whether it is still true.
// https://www.postgresql.org/docs/18/storage-file-layout.html; the lines are those of src/include/utils/pidfile.h.

import { constants, open, readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

// Beyond the largest process id of every system that this runs on, and as wide as the longest.
const NO_PROCESS = '99999999'

/** The living postmaster of the data folder, whatever it is busy with, or nothing. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n').map((line) => line.trim())
  // A negative number is a backend without a postmaster, as `postgres --single` is one.
  const found = { pid: Math.abs(Number(pid)), port: Number(port), socketFolder, status }
  if (!found.pid) return undefined
  const holder = await identify(found.pid, folder)
  return holder === 'gone' || holder === 'other' ? undefined : found
}

export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Who has this process id: the postmaster of the folder, surely somebody else, nobody, or we cannot tell. */
export async function identify(pid: number, folder: string): Promise<'ours' | 'other' | 'gone' | 'unknown'> {
  if (!processIsAlive(pid)) return 'gone'
  if (process.platform !== 'linux') return 'unknown'
  const [status, commandLine] = await Promise.all(
    ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => undefined)),
  )
  if (status === undefined || commandLine === undefined) return processIsAlive(pid) ? 'unknown' : 'gone'
  // Dead, but its parent never asked: init in a small container. PostgreSQL would take it for living.
  if (/^State:\s*[ZX]/m.test(status)) return 'other'
  if (!/^Name:\s*postgres$/m.test(status)) return 'other'
  const args = commandLine.split('\0')
  // Only children of a postmaster change their title to this.
  if (args[0]?.startsWith('postgres: ')) return 'other'
  const itsFolder = args[args.indexOf('-D') + 1] ?? ''
  if (!args.includes('-D') || !isAbsolute(itsFolder)) return 'unknown'
  return (await isSameFolder(itsFolder, folder)) ? 'ours' : 'other'
}

/** One folder may have several names: mounted twice, or reached by a link. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const [first, second] = await Promise.all([one, other].map((name) => stat(name, { bigint: true }).catch(() => null)))
  return first != null && second != null && first.ino === second.ino && first.dev === second.dev
}

// After a power cut, or in a restarted container, another process may have the number of the dead postmaster; and
// where nobody asks about dead children, as in many containers, the dead keep their numbers. PostgreSQL then believes
// that it is running, and refuses to start until somebody deletes these files by hand. We do not delete them:
// postmaster.pid also names the shared memory by which PostgreSQL finds orphaned backends. Only the number is made one
// that nobody has. Read and written through one handle, so that a postmaster which starts meanwhile, and makes files
// of its own, is never touched. Without following links, because root does this in a folder of an unprivileged user.
// A folder that was copied while PostgreSQL ran on it has the files of the original's postmaster, which is alive, and
// is no postmaster of the copy.
/** Makes sure that what a dead postmaster left does not keep a new one from starting. */
export async function disownStaleLocks(folder: string, socketFolder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const sockets = (await readdir(socketFolder).catch(() => [])).filter((name) => name.endsWith('.lock'))
  const files = [join(folder, 'postmaster.pid'), ...sockets.map((name) => join(socketFolder, name))]
  for (const file of files) {
    const handle = await open(file, constants.O_RDWR | constants.O_NOFOLLOW).catch(() => undefined)
    if (!handle) continue
    try {
      const text = await handle.readFile('utf8')
      const [pid = ''] = text.split('\n')
      const stale = pid !== '' && (await identify(Math.abs(Number(pid)), folder)) === 'other'
      if (stale) await handle.write(text.replace(pid, NO_PROCESS), 0)
    } finally {
      await handle.close()
    }
  }
}
