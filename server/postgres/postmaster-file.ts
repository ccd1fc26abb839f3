// postmaster.pid: PostgreSQL's record of the postmaster of a data directory, and whether it is still valid.
// https://www.postgresql.org/docs/18/storage-file-layout.html; the lines are those of src/include/utils/pidfile.h.

import { constants, open, readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

// Larger than any process id of all supported systems, and as wide as the longest.
const NO_PROCESS = '99999999'

/** The running postmaster of the data directory in any state, or undefined. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n').map((line) => line.trim())
  // A negative id is a backend without a postmaster, such as `postgres --single`.
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

/** The process with this id: the directory's postmaster, certainly another process, none, or unknown. */
export async function identify(pid: number, folder: string): Promise<'ours' | 'other' | 'gone' | 'unknown'> {
  if (!processIsAlive(pid)) return 'gone'
  if (process.platform !== 'linux') return 'unknown'
  const [status, commandLine] = await Promise.all(
    ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => undefined)),
  )
  if (status === undefined || commandLine === undefined) return processIsAlive(pid) ? 'unknown' : 'gone'
  // A zombie, for example under a minimal init in a container. PostgreSQL would consider it alive.
  if (/^State:\s*[ZX]/m.test(status)) return 'other'
  if (!/^Name:\s*postgres$/m.test(status)) return 'other'
  const args = commandLine.split('\0')
  // Only children of a postmaster have such a title.
  if (args[0]?.startsWith('postgres: ')) return 'other'
  const itsFolder = args[args.indexOf('-D') + 1] ?? ''
  if (!args.includes('-D') || !isAbsolute(itsFolder)) return 'unknown'
  return (await isSameFolder(itsFolder, folder)) ? 'ours' : 'other'
}

/** One folder may have several paths: mounted twice, or reached through a link. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const [first, second] = await Promise.all([one, other].map((name) => stat(name, { bigint: true }).catch(() => null)))
  return first != null && second != null && first.ino === second.ino && first.dev === second.dev
}

// After a power failure, or in a restarted container, another process may have the dead postmaster's id; and in many
// containers zombies keep their ids. PostgreSQL then believes that it is running and refuses to start until somebody
// deletes these files. We do not delete them: postmaster.pid also names the shared memory by which PostgreSQL finds
// orphaned backends. Only the id is replaced by one that no process has. The file is read and written through one
// handle, so that the files of a postmaster that starts in the meantime are never touched, and without following links,
// because root does this in an unprivileged user's folder. A folder that was copied while PostgreSQL was running
// contains the files of the original's postmaster, which is alive but not the copy's.
/** Keeps leftovers of a dead postmaster from blocking the start of a new one. */
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
