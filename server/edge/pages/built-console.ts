// The built console, plus the files of the previous build: a tab opened before an update requests parts that the new
// build no longer has.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, rename, rm } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BUILT = fileURLToPath(new URL('../../../console/built', import.meta.url))
export const PAGE = 'index.html'
/** Its address never changes, because browsers use it to find a new version. */
export const WORKER = 'worker.js'
/** Content-hashed names, so the files never change. */
export const LASTING = /^assets\//

const KEPT = 'console'
const NOW = 'now'
const BEFORE = 'before'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export interface BuiltFile {
  type: string
  bytes: Buffer
  etag: string
  /** Created on first use. */
  gzipped?: Promise<Buffer>
}

/** Files by path, with slashes. */
export function readBuilt(folder = BUILT): Map<string, BuiltFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(folder, path).replaceAll(sep, '/'), builtFile(path, readFileSync(path))]
    }),
  )
}

let serving: Map<string, BuiltFile> | undefined
/** The files that this process serves, read once. */
export const builtNow = (): Map<string, BuiltFile> => {
  serving ??= readBuilt()
  return serving
}

function builtFile(path: string, bytes: Buffer): BuiltFile {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  return { type, bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
}

/**
 * At the start, copies the current build next to the data, where the previous one is too. If a process ends in between,
 * the next start completes it.
 */
export async function keepBuilt(dataDirectory: string, built = BUILT): Promise<void> {
  const folder = join(dataDirectory, KEPT)
  const [now, before] = [join(folder, NOW), join(folder, BEFORE)]
  const pageOf = (of: string) => readFile(join(of, PAGE), 'utf8').catch(() => null)
  const [serving, kept] = await Promise.all([pageOf(built), pageOf(now)])
  if (serving === kept) return
  if (kept !== null) {
    await rm(before, { recursive: true, force: true })
    await rename(now, before)
  }
  await rm(now, { recursive: true, force: true })
  // The page last: its presence means that the rest is complete.
  const isPage = (path: string) => path === join(built, PAGE)
  await cp(built, now, { recursive: true, filter: (path) => !isPage(path) })
  await cp(join(built, PAGE), join(now, PAGE))
}

/** A file of the previous build, by path; null when it has none of that name. */
export async function readKept(dataDirectory: string, path: string): Promise<BuiltFile | null> {
  if (!/^assets\/[\w.-]+$/.test(path)) return null
  const file = join(dataDirectory, KEPT, BEFORE, path)
  const bytes = await readFile(file).catch(() => null)
  return bytes && builtFile(file, bytes)
}
