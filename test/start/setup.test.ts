// bin/setup.mjs installs the packages before npm start, npm test and npm run check, in any order. Each test runs it in
// a separate clone, with a fake npm that installs three empty packages and uses no network.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../../bin/platform.mjs'

const START = ['--production']
const TEST: string[] = []

const LOCK_FILE = {
  packages: {
    '': {},
    'node_modules/runs': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-b', dev: true },
    'node_modules/tool/node_modules/part': { version: '1.0.0', integrity: 'sha512-c', dev: true },
  },
}

/**
 * Like npm: ci empties node_modules, install takes a folder with a package.json for a complete package, and both write
 * the list of packages last. Fails where its cache is not writable. In a clone with a file named `kill`, it and the
 * setup end by SIGKILL after the first file of each tool; with one named `hold`, it waits until the file is removed.
 */
const NPM = `
  const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
  const { join } = require('node:path')
  const words = process.argv.slice(2)
  const ownCache = words.find((word) => word.startsWith('--cache='))
  const cache = ownCache?.slice('--cache='.length) ?? process.env.npm_config_cache
  mkdirSync(join(cache, '_cacache'), { recursive: true })
  writeFileSync('cached-in', cache)
  appendFileSync('ran', words.filter((word) => !/^--(cache|loglevel)=/.test(word)).join(' ') + '\\n')
  while (existsSync('hold')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  if (words[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const wanted = Object.entries(packages).filter(([path, { dev }]) => path && !(dev && words.includes('--omit=dev')))
  for (const [path, { dev }] of wanted) {
    if (existsSync(join(path, 'package.json'))) continue
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'package.json'), '{}')
    if (!(dev && existsSync('kill'))) for (const name of ['index.js', 'index.d.ts']) writeFileSync(join(path, name), '')
  }
  if (existsSync('kill')) for (const pid of [process.ppid, process.pid]) process.kill(pid, 'SIGKILL')
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(wanted) }))
`

const base = mkdtempSync(join(tmpdir(), 'samvad-setup-'))
after(() => rmSync(base, { recursive: true, force: true }))

function newClone(name: string): string {
  const clone = join(base, name)
  mkdirSync(clone)
  cpSync(join(root, 'bin'), join(clone, 'bin'), { recursive: true })
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(LOCK_FILE))
  writeFileSync(join(clone, 'npm-cli.cjs'), NPM)
  return clone
}

interface Setup {
  child: ChildProcess
  output(): string
  ended: Promise<number | NodeJS.Signals | null>
}

function startSetup(clone: string, words: string[], cache = join(base, 'home', '.npm')): Setup {
  const env = {
    ...process.env,
    npm_execpath: join(clone, 'npm-cli.cjs'),
    npm_config_cache: cache,
    DATABASE_URL: 'postgres://not.used',
  }
  const child = spawn(process.execPath, ['bin/setup.mjs', ...words], { cwd: clone, env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  const ended: Setup['ended'] = new Promise((done) => child.once('close', (code, signal) => done(signal ?? code)))
  return { child, output: () => text, ended }
}

async function setUp(clone: string, words: string[], cache?: string): Promise<void> {
  const setup = startSetup(clone, words, cache)
  assert.equal(await setup.ended, 0, setup.output())
}

/** Resolves when the setup has printed a line that matches. */
const printed = ({ child, output }: Setup, line: RegExp) =>
  new Promise<void>((done) => {
    const look = () => line.test(output()) && done()
    child.stdout?.on('data', look)
    look()
  })

const runsOfNpm = (clone: string) => readFileSync(join(clone, 'ran'), 'utf8').trim().split('\n')
const isThere = (clone: string, path: string) => existsSync(join(clone, 'node_modules', path))
const idOf = (clone: string, path: string) => statSync(join(clone, 'node_modules', path)).ino

test('npm test after npm start adds the tools to the packages that a server runs from, and npm start keeps them', async () => {
  const clone = newClone('start first')
  await setUp(clone, START)
  assert.ok(!isThere(clone, 'tool'))
  const program = idOf(clone, 'runs/index.js')

  await setUp(clone, TEST)
  assert.equal(idOf(clone, 'runs/index.js'), program)
  for (const path of ['runs/index.d.ts', 'tool/index.js', 'tool/node_modules/part/index.js'])
    assert.ok(isThere(clone, path), path)

  await setUp(clone, START)
  await setUp(clone, TEST)
  assert.ok(isThere(clone, 'tool/index.js'))
  assert.deepEqual(runsOfNpm(clone), ['ci --omit=dev', 'install --no-save --include=dev'])
})

test('npm start after npm test installs nothing and keeps the tools', async () => {
  const clone = newClone('test first')
  await setUp(clone, TEST)
  await setUp(clone, START)
  await setUp(clone, TEST)
  for (const path of ['runs/index.d.ts', 'tool/index.js']) assert.ok(isThere(clone, path), path)
  assert.deepEqual(runsOfNpm(clone), ['ci --include=dev'])
})

test('the tools are complete after a setup that was killed while npm added them, and the program never misses a file', async () => {
  const clone = newClone('killed')
  await setUp(clone, START)
  const program = idOf(clone, 'runs/index.js')
  writeFileSync(join(clone, 'kill'), '')
  assert.equal(await startSetup(clone, TEST).ended, 'SIGKILL')
  assert.deepEqual([isThere(clone, 'tool/package.json'), isThere(clone, 'tool/index.js')], [true, false])
  rmSync(join(clone, 'kill'))

  await setUp(clone, START)
  await setUp(clone, TEST)
  for (const path of ['tool/index.js', 'tool/node_modules/part/index.js']) assert.ok(isThere(clone, path), path)
  assert.equal(idOf(clone, 'runs/index.js'), program)
})

test('a setup that was killed while npm installed everything counts as none', async () => {
  const clone = newClone('killed at first')
  writeFileSync(join(clone, 'kill'), '')
  assert.equal(await startSetup(clone, TEST).ended, 'SIGKILL')
  rmSync(join(clone, 'kill'))
  await setUp(clone, TEST)
  assert.ok(isThere(clone, 'tool/index.js'))
  assert.deepEqual(runsOfNpm(clone), ['ci --include=dev', 'ci --include=dev'])
})

test('of two setups at once one runs npm, and the other waits for it', async () => {
  const clone = newClone('two at once')
  writeFileSync(join(clone, 'hold'), '')
  const first = startSetup(clone, TEST)
  await printed(first, /installing/)
  const second = startSetup(clone, TEST)
  await printed(second, /waiting for process \d+/)
  rmSync(join(clone, 'hold'))
  assert.deepEqual([await first.ended, await second.ended], [0, 0])
  assert.deepEqual(runsOfNpm(clone), ['ci --include=dev'])
})

test("where npm's cache is not writable, npm caches downloads in the clone until they are installed", async () => {
  const clone = newClone('read-only home')
  await setUp(clone, START, join(devNull, '.npm'))
  const spare = join(clone, '.samvad-setup-cache')
  assert.equal(readFileSync(join(clone, 'cached-in'), 'utf8'), spare)
  assert.ok(!existsSync(spare))
})

test("where npm's cache is writable, npm uses it", async () => {
  const clone = newClone('a home')
  const cache = join(base, 'another home', '.npm')
  await setUp(clone, START, cache)
  assert.equal(readFileSync(join(clone, 'cached-in'), 'utf8'), cache)
  assert.ok(existsSync(cache))
})
