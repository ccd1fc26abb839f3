// Builds the console's pages into console/built, which is committed: an installation has no build tools. With --check
// nothing is written, and it fails when the committed files are stale.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { root } from './platform.mjs'

const BUILT = join(root, 'console/built')
const isCheck = process.argv.includes('--check')
const folder = isCheck ? await mkdtemp(join(tmpdir(), 'samvad-console-')) : BUILT
try {
  await build({
    configFile: join(root, 'console/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  await buildWorker()
  if (isCheck) await mustBeSame(folder)
} finally {
  if (isCheck) await rm(folder, { recursive: true })
}

/** Builds the service worker as one script, with the list of files that the built page loads. */
async function buildWorker() {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const [script] = /(?<=<script [^>]*src=")[^"]+/.exec(page)
  // Includes the manifest and icons, so that an installed console also starts while the server is down.
  const files = Array.from(page.matchAll(/(?:src|href)="(\/console\/[^"]+\.\w+)"/g), ([, file]) => file)
  await build({
    configFile: false,
    root: join(root, 'console/worker'),
    logLevel: 'warn',
    define: { SHELL: JSON.stringify({ script, files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      lib: { entry: 'worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
      reportCompressedSize: false,
    },
  })
}

async function mustBeSame(fresh) {
  const [expected, actual] = await Promise.all([filesOf(fresh), filesOf(BUILT)])
  const names = new Set([...expected.keys(), ...actual.keys()])
  const stale = [...names].filter((name) => !expected.get(name)?.equals(actual.get(name) ?? Buffer.alloc(0)))
  if (stale.length === 0) return
  console.error(`console/built is out of date. Run npm run console.\n${stale.slice(0, 5).join('\n')}`)
  process.exitCode = 1
}

async function filesOf(path) {
  const entries = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      entries.map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        return [relative(path, file), await readFile(file)]
      }),
    ),
  )
}
