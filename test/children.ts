// The children of a process. They are asked for again and again: where there is /proc that costs nearly nothing, and ps
// would take as much of the processor as the program that is watched.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface Child {
  pid: number
  /** Empty when it has ended and nobody has asked about it yet. */
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

/** Empty when the process is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
