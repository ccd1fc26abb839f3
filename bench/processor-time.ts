// Processor time and memory of processes, from Linux's /proc: on a machine with other load, processor time is more
// meaningful than elapsed time.

import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Microseconds of a clock tick; on Linux there are a hundred a second. */
const MICROS_OF_A_TICK = 10_000

export const isTold: boolean = existsSync('/proc/self/stat')

/** Of the process and its children, including those that have ended. */
export function processorMicrosOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (ticksOf(one) ?? 0) * MICROS_OF_A_TICK, 0)
}

/**
 * Fields after the process name, which may contain any characters: state, parent, … user, system, and both of children
 * that ended.
 */
function ticksOf(pid: number): number | null {
  const fields = fieldsOf(pid)
  return fields && [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
}

function fieldsOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended.
    return null
  }
}

export function childrenOf(pid: number): number[] {
  if (!isTold) return []
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((one) => Number(fieldsOf(one)?.[1]) === pid)
}

/** The process's current resident memory. */
export function residentMebibytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** The process's share of memory: a page that n processes share counts as 1/n of a page for each. */
export function proportionalBytesOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    // It has ended.
    return 0
  }
}
