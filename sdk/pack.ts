// Builds the SDK's package: JavaScript and types by the compiler that the checks use, with README and licence, packed
// by npm. Publishes nothing.
// node sdk/pack.ts [FOLDER]

import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const sdk = fileURLToPath(new URL('.', import.meta.url))
const root = join(sdk, '..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

export interface Packed {
  filename: string
  files: { path: string; size: number }[]
  size: number
  unpackedSize: number
}

/**
 * Packs the package as a file in `into`; returns its file list. Built in a folder of its own, so that several can be
 * built in parallel.
 */
export function packSdk(into: string): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-sdk-'))
  try {
    build(join(folder, 'dist'))
    for (const name of ['package.json', 'README.md']) copyFileSync(join(sdk, name), join(folder, name))
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    mkdirSync(into, { recursive: true })
    const words = ['pack', '--json', '--loglevel=error', '--pack-destination', resolve(into)]
    const said = run('npm', words, { cwd: folder, shell: process.platform === 'win32' })
    return (JSON.parse(said) as [Packed])[0]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function build(dist: string): void {
  run(process.execPath, [compiler, '-p', sdk, '--outDir', dist])
  // The compiler keeps the sources' extensions in declarations.
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const file = join(dist, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/(\bfrom '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

function run(program: string, words: string[], options: { cwd?: string; shell?: boolean } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', ...options })
  if (error || status !== 0) throw new Error(`${program} ${words[0]} failed: ${error?.message ?? stdout + stderr}`)
  return stdout
}

if (import.meta.main) {
  const into = process.argv[2] ?? join(root, 'release')
  const { filename, files, size } = packSdk(into)
  console.log(`${join(into, filename)}: ${files.length} files, ${Math.round(size / 1024)} KB`)
}
