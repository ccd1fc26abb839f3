// Rules for dependencies, including development tools: a licence of this list, an exact version, and in
// package-lock.json the hash by which npm verifies the download. Reads the lock file and the installed packages.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Permissive licences: they require their text and names to be kept, and nothing of the software that uses them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts: may be shipped with a program, and documents set in them are free of the licence.
  'OFL-1.1',
])

/**
 * Also allowed for development tools, which are never shipped. MPL: changed files stay under it, and we change none.
 * Unlicense: public domain, which some jurisdictions do not recognize.
 */
const ALLOWED_FOR_DEVELOPMENT = new Set([...ALLOWED, 'MPL-2.0', 'Unlicense'])

/** Packages without a licence in package.json, with the licence of their text. */
const READ_BY_HAND: Record<string, string> = { 'png-js@2.0.0': 'MIT' }

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

interface Manifest {
  version?: string
  license?: unknown
  licenses?: unknown
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; license?: string; link?: boolean; dev?: boolean }>
}

/**
 * Problems with the dependencies' licences and versions, one sentence each. `manifestOf` returns an installed package's
 * package.json, or undefined.
 */
export function dependencyFaults(
  manifest: Manifest,
  lock: Lock,
  manifestOf: (path: string) => Manifest | undefined,
): string[] {
  const faults: string[] = []
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {}))
      if (!EXACT_VERSION.test(version)) faults.push(`package.json: ${name} is "${version}", not one exact version`)
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    // The project itself, or a linked folder of it: not downloaded.
    if (path === '' || entry.link || !path.includes('node_modules/')) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const here = `${name}@${entry.version}`
    if (!/^sha512-\S+$/.test(entry.integrity ?? '')) faults.push(`package-lock.json: ${here} has no sha512 integrity`)
    if (!EXACT_VERSION.test(entry.version ?? '')) faults.push(`package-lock.json: ${here} is not one exact version`)
    const installed = manifestOf(path)
    if (installed && installed.version !== entry.version)
      faults.push(`${path}: ${installed.version} is installed, not ${entry.version}: run "npm ci"`)
    const licences = [entry.license ?? READ_BY_HAND[here], licenceOf(installed)].filter((one) => one !== undefined)
    if (licences.length === 0) faults.push(`${here}: names no licence; read its text, and note it in bin/licences.ts`)
    for (const licence of licences)
      if (!isAllowed(licence, entry.dev ? ALLOWED_FOR_DEVELOPMENT : ALLOWED))
        faults.push(`${here}: its licence, ${licence}, is not on the list of bin/licences.ts`)
  }
  return [...new Set(faults)]
}

/** Evaluates an SPDX expression: `OR` needs one side, `AND` both. `WITH` adds a permission and is ignored. */
export function isAllowed(expression: string, allowed: ReadonlySet<string> = ALLOWED): boolean {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let fine = both()
    while (words[at] === 'OR') {
      at++
      fine = both() || fine
    }
    return fine
  }
  const both = (): boolean => {
    let fine = one()
    while (words[at] === 'AND') {
      at++
      fine = one() && fine
    }
    return fine
  }
  const one = (): boolean => {
    const word = words[at++] ?? ''
    if (word !== '(') {
      if (words[at] === 'WITH') at += 2
      return allowed.has(word)
    }
    const fine = either()
    return words[at++] === ')' && fine
  }
  return either() && at === words.length
}

/** Older packages write an object, or a list of them. */
function licenceOf(manifest: Manifest | undefined): string | undefined {
  const written = manifest?.license ?? manifest?.licenses
  const named = (one: unknown) => (typeof one === 'string' ? one : (one as { type?: string } | undefined)?.type)
  return Array.isArray(written) ? written.map(named).join(' OR ') : named(written)
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const manifestOf = (path: string): Manifest | undefined =>
    existsSync(join(root, path, 'package.json')) ? read(`${path}/package.json`) : undefined
  const faults = dependencyFaults(read('package.json'), read('package-lock.json'), manifestOf)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
