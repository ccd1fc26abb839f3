// bin/trim.mjs deletes unused files of an installation.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { modules, nodePackage } from '../../bin/platform.mjs'
import { STYLES_USED, trim, unreadPaths } from '../../bin/trim.mjs'
import { root } from '../structure/sources.ts'

const PROJECTS = ['.', 'sdk', 'console', 'console/worker']
const OUTPUT_MAX_BYTES = 16_000_000
/** The compiler ends before it would collect garbage, and its input is too small for two threads: half the work. */
const FRUGAL = { words: ['--singleThreaded'], environment: { GOGC: 'off' } }

const folder = mkdtempSync(join(tmpdir(), 'samvad-trim-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('trimming deletes headers, unused font styles, source maps, sources and tests of packages, and nothing else', () => {
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const kept = [
    `${nodePackage}/bin/node`,
    ...STYLES_USED.map((style) => `@expo-google-fonts/noto-sans/${style}/font.ttf`),
    '@expo-google-fonts/noto-sans/index.js',
    '@types/node/package.json',
    '@types/node/test/reporters.d.ts',
    'a/node_modules/b/c.d.mts',
    'pg/package.json',
    'pg/index.d.ts',
    'pg/lib/index.js',
    'pg/lib/test/index.js',
    'pg/map',
    'pg/ts',
    'test/index.js',
  ]
  const deleted = [
    `${nodePackage}/include/node/v8.h`,
    '@expo-google-fonts/noto-sans/700Bold/font.ttf',
    'pg/lib/index.js.map',
    'a/node_modules/b/c.d.ts.map',
    'pg/src/index.ts',
    'pg/src/index.mts',
    'pg/d.ts',
    'pg/test/a.js',
    'pg/.github/workflows/ci.yml',
  ]
  for (const path of [...kept, ...deleted]) write(path)
  trim(folder)
  trim(folder)
  assert.deepEqual(
    [...kept, ...deleted].filter((path) => existsSync(join(folder, path))),
    kept,
  )
})

test('trimming keeps the font styles that invoices use', () => {
  const fonts = readFileSync(join(root, 'server/money/invoices/pdf/fonts.ts'), 'utf8')
  const opened = [...fonts.matchAll(/openFont\('([^/]+)\//g)].map(([, style]) => style)
  assert.deepEqual(opened, STYLES_USED)
})

// npm adds the development tools to trimmed packages and restores none of their files.
test('trimming keeps every file that the type checks read, so that npm run check passes after npm start', () => {
  const unread = new Set(unreadPaths().map((path) => resolve(path)))
  const isDeleted = (path: string): boolean =>
    path.startsWith(resolve(modules)) && (unread.has(path) || isDeleted(dirname(path)))
  const tsc = join(modules, 'typescript/bin/tsc')
  for (const project of PROJECTS) {
    const output = execFileSync(process.execPath, [tsc, '-p', project, '--listFilesOnly', ...FRUGAL.words], {
      cwd: root,
      env: { ...process.env, ...FRUGAL.environment },
      encoding: 'utf8',
      maxBuffer: OUTPUT_MAX_BYTES,
    })
    const files = output.split('\n').map((line) => resolve(root, line.trim()))
    const packaged = files.filter((path) => path.startsWith(resolve(modules)))
    assert.ok(packaged.length > 0, project)
    assert.deepEqual(packaged.filter(isDeleted), [], project)
  }
})
