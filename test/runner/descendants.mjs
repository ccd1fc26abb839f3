// Finds and ends the descendants of a process, when their parent cannot.

import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 200

/** All running processes except zombies; none where there is no ps. */
function running() {
  try {
    const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n')
    return lines.flatMap((line) => {
      const [, pid, parent, state, words] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), words }]
    })
  } catch {
    return []
  }
}

function descendantsOf(pid) {
  const all = running()
  const found = [{ pid }]
  for (const { pid: parent } of found) found.push(...all.filter((one) => one.parent === parent))
  return found.slice(1)
}

/**
 * Sends SIGTERM, and SIGKILL to those still running after a while. PostgreSQL gets no SIGTERM: the program that started
 * it stops it, and would treat its end as a crash.
 */
export async function endDescendantsOf(pid, limitMs) {
  const all = descendantsOf(pid)
  for (const { pid: one, words } of all) if (!words.includes('postgres')) send(one, 'SIGTERM')
  const isOurs = new Set(all.map((one) => one.pid))
  const until = performance.now() + limitMs
  while (running().some((one) => isOurs.has(one.pid)) && performance.now() < until) await delay(LOOK_EVERY_MS)
  for (const one of running()) if (isOurs.has(one.pid)) send(one.pid, 'SIGKILL')
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}
