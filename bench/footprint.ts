// The footprint of an installation: disk space of the program with its packages and of a new DATA_DIR, and memory of
// all its processes including PostgreSQL while idle.

import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { unreadPaths } from '../bin/trim.mjs'
import { childrenOf, isTold, proportionalBytesOf } from './processor-time.ts'
import { median } from './report.ts'
import type { Bench } from './rounds.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const AIMS = { diskMegabytes: 400, memoryMegabytes: 400 }
/** After this time the effects of the start are over. */
const SETTLED_MS = 20_000
const SAMPLES = 10
const BETWEEN_MS = 1_000
const BLOCK_BYTES = 512

export async function measureFootprint({ at, add }: Bench): Promise<void> {
  await at.restart({ ROLES: 'api,worker' })
  await pause(SETTLED_MS)
  const samples: number[] = []
  for (let count = 0; count < SAMPLES; count++) {
    if (!isTold) break
    const all = [at.pid, at.postmasterPid].flatMap((pid) => [pid, ...childrenOf(pid)])
    samples.push(all.reduce((sum, pid) => sum + proportionalBytesOf(pid), 0))
    await pause(BETWEEN_MS)
  }
  const data = bytesOf(at.dataDirectory)
  const installed = installedBytes()
  const ofWhat = `program and packages ${megabytes(installed)} MB, new DATA_DIR ${megabytes(data)} MB`
  const disk = { value: (installed + data) / 1e6, unit: 'MB', aim: AIMS.diskMegabytes, note: ofWhat }
  add({ what: 'disk that a new installation takes', ...disk, lessIsBetter: true })
  if (samples.length === 0) return
  const memory = { value: median(samples) / 1e6, unit: 'MB', aim: AIMS.memoryMegabytes }
  const note = 'API and parent, worker, PostgreSQL; what n processes share counts as an n-th for each'
  add({ what: 'memory of all processes while idle', ...memory, lessIsBetter: true, note })
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/**
 * The files that `npm start` installs: those of the package, and the dependencies without development tools and trimmed
 * files. Not the compile cache, which contains everything ever run from this folder.
 */
function installedBytes(): number {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const own = files.filter((one) => !one.startsWith('!')).map((one) => join(root, one))
  const without = files.filter((one) => one.startsWith('!')).map((one) => join(root, one.slice(1)))
  const list = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  const tools = Object.entries(list.packages as Record<string, { dev?: boolean; devOptional?: boolean }>)
    .filter(([, { dev, devOptional }]) => dev || devOptional)
    .map(([path]) => join(root, path))
  const modules = join(root, 'node_modules')
  const skipped = new Set([...without, ...tools, ...unreadPaths(modules), join(modules, '.cache')])
  return [...own, modules].reduce((sum, path) => sum + bytesOf(path, skipped), 0)
}

/** Disk usage as reported by du; 0 for a missing file. */
function bytesOf(path: string, skipped: ReadonlySet<string> = new Set()): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || skipped.has(path)) return 0
  const own = found.blocks * BLOCK_BYTES
  if (!found.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name), skipped), own)
}
