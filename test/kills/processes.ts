// The processes of a running program, to be killed one by one. Linux tells them in /proc.

import { readFile } from 'node:fs/promises'

/** The children of a process that run the program: its API processes and its worker. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** SIGKILL; false when it was gone already. */
export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
