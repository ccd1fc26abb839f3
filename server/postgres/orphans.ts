// Backends that outlived a killed postmaster. Idle ones notice and leave by themselves; one in the middle of a long
// query does not, and as long as it lives no new postmaster may open the same shared memory.

import { readdir, readFile } from 'node:fs/promises'
import { identify } from './postmaster-file.ts'

/** Kills them, and answers how many. Only called when no postmaster of the folder is alive. Linux only. */
export async function endOrphans(clusterName: string, folder: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  let ended = 0
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!pid || !(await isOrphan(pid, clusterName, folder))) continue
    try {
      // What PostgreSQL itself does to children that do not heed a crash; recovery repairs from the log.
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
  // Another Node process may have started a new postmaster this moment: its children are no orphans.
  const holder = await identify(Number(parent), folder)
  return holder === 'other' || holder === 'gone'
}
