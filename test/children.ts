// The child processes of a process. Tests list them often: reading /proc costs nearly nothing, whereas ps would use as
// much of the processor as the watched program.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface Child {
  pid: number
  /** Empty for a zombie: the process has ended and its parent has not reaped it. */
  args: string
}

export function childrenOf(parent: number): Child[] {
  if (existsSync('/proc/self/task'))
    return read(`/proc/${parent}/task/${parent}/children`)
      .split(' ')
      .filter((pid) => pid !== '')
      .map((pid) => ({ pid: Number(pid), args: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }))
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent ? [{ pid: Number(pid), args }] : []
  })
}

/** The API processes and the worker of a running program. */
export const programChildrenOf = (parent: number): Child[] =>
  childrenOf(parent).filter(({ args }) => /\bprogram[^/]*\/main\.[tj]s\b/.test(args))

/** Empty when the process no longer exists. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
