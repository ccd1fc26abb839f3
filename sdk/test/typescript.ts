// Compiles code of a project in which the SDK is installed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** In Node the types are Node's own, in a browser the web's. */
const surroundings = {
  node: { lib: ['es2023'], types: ['node'], typeRoots: [join(modules, '@types')] },
  browser: { lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
}

/** The compiler's errors for these files, in a folder with the SDK installed; empty when there are none. */
export function compile(folder: string, files: Record<string, string>, where: keyof typeof surroundings): string {
  const place = mkdtempSync(join(folder, 'compiled-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
  const compilerOptions = {
    ...surroundings[where],
    ...strict,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: where === 'node',
    noEmit: true,
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  // In one thread, and without garbage collection in so short a run: half the work.
  const words = [join(modules, 'typescript/bin/tsc'), '-p', place, '--singleThreaded']
  const env = { ...process.env, GOGC: 'off' }
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  return stdout + stderr
}
