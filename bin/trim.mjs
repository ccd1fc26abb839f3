// Deletes the files of an installation that neither the program nor the development tools read: of Node the C headers
// and the manual pages, of the font the styles that no invoice uses, of the packages their source maps, TypeScript
// sources and tests. Type declarations stay: npm adds the tools to trimmed packages and restores none of their files.
// Files that cannot be deleted stay. Runs after `npm ci --omit=dev`. Plain JavaScript for Node 20.
//   node bin/trim.mjs

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { modules, nodePackage } from './platform.mjs'

const FONTS = join('@expo-google-fonts', 'noto-sans')
/** The styles that server/money/invoices/pdf/fonts.ts opens. */
export const STYLES_USED = ['400Regular', '600SemiBold']

export function trim(folder = modules) {
  for (const path of unreadPaths(folder)) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // Owned by another user, or read-only: the file does no harm.
    }
  }
}

/** The files and folders below `folder` that trim() deletes. */
export function unreadPaths(folder = modules) {
  const ofNode = ['include', 'share'].map((name) => join(folder, nodePackage, name))
  return [...ofNode, ...unusedStyles(join(folder, FONTS)), ...unreadInPackages(folder)]
}

function unusedStyles(folder) {
  if (!existsSync(folder)) return []
  const styles = readdirSync(folder).filter((name) => /^\d{3}[A-Z]/.test(name))
  return styles.filter((name) => !STYLES_USED.includes(name)).map((name) => join(folder, name))
}

const SOURCE_MAP = /\.(js|mjs|cjs|css|ts|mts|cts)\.map$/
const TYPESCRIPT_SOURCE = /(?<!\.d)\.(ts|mts|cts|tsx)$/
/** Folders next to the package.json of a package. */
const FOR_ITS_AUTHORS = new Set(['test', 'tests', '__tests__', 'bench', 'benchmark', 'benchmarks', '.github', '.yarn'])

/**
 * Skips the packages of @types, which are declarations alone, some of them in a folder named test. Does not follow
 * symbolic links: their targets belong to no package.
 */
function unreadInPackages(folder) {
  const found = []
  const names = existsSync(folder) && !lstatSync(folder).isSymbolicLink() ? readdirSync(folder) : []
  const isPackage = names.includes('package.json')
  for (const name of names.filter((one) => one !== '@types')) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    if (entry.isDirectory()) found.push(...(isPackage && FOR_ITS_AUTHORS.has(name) ? [path] : unreadInPackages(path)))
    else if (entry.isFile() && (SOURCE_MAP.test(name) || TYPESCRIPT_SOURCE.test(name))) found.push(path)
  }
  return found
}

if (import.meta.main ?? process.argv[1]?.endsWith('trim.mjs')) trim()
