// Backends that outlived a killed postmaster. Idle ones notice and exit; one in a long query does not, and while it
// lives no new postmaster may open the same shared memory.

import { readdir, readFile } from 'node:fs/promises'
import { identify } from './postmaster-file.ts'

/** Kills them and returns their number. Called only when no postmaster of the folder is alive. Linux only. */
export async function endOrphans(clusterName: string, folder: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  let ended = 0
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!pid || !(await isOrphan(pid, clusterName, folder))) continue
    try {
      // As PostgreSQL itself does with children that do not react to a crash; recovery repairs from the log.
      process.kill(pid, 'SIGKILL')
      ended += 1
    } catch {
      // It ended by itself in the meantime.
    }
  }
  return ended
}

async function isOrphan(pid: number, clusterName: string, folder: string): Promise<boolean> {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!title.startsWith(`postgres: ${clusterName}: `)) return false
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1]
  if (parent === undefined) return false
  // Another Node process may have just started a new postmaster: its children are no orphans.
  const holder = await identify(Number(parent), folder)
  return holder === 'other' || holder === 'gone'
}
