// The processes of this machine, as the system lists them: on Linux from /proc, which the smallest container has; else
// from `ps`. Null where there is neither.

import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface OneProcess {
  pid: number
  parentPid: number
  ageSeconds: number
  memoryBytes: number
  /** The part of `memoryBytes` that is shared with other processes; 0 when unknown. */
  sharedBytes: number
  /** Its command line. */
  words: readonly string[]
}

/** Clock ticks per second in /proc, on all processors that this runs on. */
const TICKS_A_SECOND = 100
const PS_LIMIT_MS = 1_000
const PS_WORDS = ['-axo', 'pid=,ppid=,rss=,etime=,args=']

export async function readProcesses(signal?: AbortSignal): Promise<OneProcess[] | null> {
  if (process.platform === 'win32') return null
  return process.platform === 'linux' ? fromProc() : fromPs(signal).catch(() => null)
}

async function fromProc(): Promise<OneProcess[] | null> {
  const upSeconds = Number((await textOf('/proc/uptime'))?.split(' ')[0])
  const names = await readdir('/proc').catch(() => null)
  if (names === null) return null
  const read = async (pid: string): Promise<OneProcess[]> => {
    const [stat, status, commandLine] = await Promise.all(
      ['stat', 'status', 'cmdline'].map((name) => textOf(`/proc/${pid}/${name}`)),
    )
    // The process ended in the meantime.
    if (!stat || !status || !commandLine) return []
    // The fields after the process name, which may contain anything: state, parent, …, and as the 20th the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
    return [
      {
        pid: Number(pid),
        parentPid: Number(fields[1]),
        ageSeconds: upSeconds - Number(fields[19]) / TICKS_A_SECOND,
        memoryBytes: kilobytes('VmRSS') * 1024,
        sharedBytes: kilobytes('RssShmem') * 1024,
        words: commandLine.split('\0').filter((word) => word !== ''),
      },
    ]
  }
  return (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(read))).flat()
}

const textOf = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

async function fromPs(signal?: AbortSignal): Promise<OneProcess[]> {
  const limits = { timeout: PS_LIMIT_MS, maxBuffer: 16 * 1024 * 1024, ...(signal && { signal }) }
  const { stdout } = await promisify(execFile)('ps', PS_WORDS, limits)
  return readPs(stdout)
}

/** What `ps` prints: `pid ppid kilobytes [[days-]hours:]minutes:seconds words`. */
export function readPs(text: string): OneProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parentPid, kilobytes, days, hours, minutes, seconds, words] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined || words === undefined) return []
    const age = ((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes)) * 60 + Number(seconds)
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        ageSeconds: age,
        memoryBytes: Number(kilobytes) * 1024,
        sharedBytes: 0,
        words: words.split(' '),
      },
    ]
  })
}

/** Its children, theirs, and so on. */
export function descendantsOf(table: readonly OneProcess[], pid: number): OneProcess[] {
  const children = table.filter(({ parentPid }) => parentPid === pid)
  return [...children, ...children.flatMap((child) => descendantsOf(table, child.pid))]
}
