// Takes away what nothing that runs here reads: of Node the headers for compilers and the pages for `man`, of the font
// the styles that no invoice is set in, of packages the maps for debuggers, the TypeScript, which Node runs nowhere in
// them, and what their authors test with. A third of an installation without tools. What cannot be removed stays. Runs
// behind `npm ci --omit=dev`; plain JavaScript for Node 20.
//   node bin/trim.mjs

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { modules, nodePackage } from './platform.mjs'

const FONTS = join('@expo-google-fonts', 'noto-sans')
/** Those of server/money/invoices/pdf/fonts.ts. */
export const STYLES_USED = ['400Regular', '600SemiBold']

export function trim(folder = modules) {
  const unread = ['include', 'share'].map((name) => join(folder, nodePackage, name))
  for (const path of [...unread, ...unusedStyles(join(folder, FONTS)), ...besideCodeBelow(folder)]) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // Somebody else's, or read-only: it does no harm.
    }
  }
}

function unusedStyles(folder) {
  if (!existsSync(folder)) return []
  const styles = readdirSync(folder).filter((name) => /^\d{3}[A-Z]/.test(name))
  return styles.filter((name) => !STYLES_USED.includes(name)).map((name) => join(folder, name))
}

const BESIDE_CODE = /\.(js|mjs|cjs|css|ts|mts|cts)\.map$|\.(ts|mts|cts|tsx)$/
/** Beside the package.json of a package. */
const OF_ITS_AUTHORS = new Set(['test', 'tests', '__tests__', 'bench', 'benchmark', 'benchmarks', '.github', '.yarn'])

/** Links are not followed: what they lead to is not ours. */
function besideCodeBelow(folder) {
  const found = []
  const names = existsSync(folder) && !lstatSync(folder).isSymbolicLink() ? readdirSync(folder) : []
  const isPackage = names.includes('package.json')
  for (const name of names) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    if (entry.isDirectory()) found.push(...(isPackage && OF_ITS_AUTHORS.has(name) ? [path] : besideCodeBelow(path)))
    else if (entry.isFile() && BESIDE_CODE.test(name)) found.push(path)
  }
  return found
}

if (import.meta.main ?? process.argv[1]?.endsWith('trim.mjs')) trim()
