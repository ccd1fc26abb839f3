// What the setup asks of npm where npm's own folder cannot be written, as of a service user without a home.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'samvad-cache-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Keeps something in its cache as npm does, which fails where that cannot be written, and says where it was. */
const NPM = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  const { join } = require('node:path')
  const said = process.argv.find((word) => word.startsWith('--cache='))?.slice('--cache='.length)
  const cache = said ?? process.env.npm_config_cache
  mkdirSync(join(cache, '_cacache'), { recursive: true })
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('cached-in', cache)
`

/** In a clone of its own: the code it ended with, what it said, where npm kept things, and whether that is there. */
function setUp(name: string, cache: string) {
  const clone = join(base, name)
  mkdirSync(clone)
  cpSync(join(root, 'bin'), join(clone, 'bin'), { recursive: true })
  writeFileSync(join(clone, 'package-lock.json'), '{"packages":{}}')
  const npm = join(clone, 'npm-cli.cjs')
  writeFileSync(npm, NPM)
  const env = { ...process.env, npm_execpath: npm, npm_config_cache: cache, DATABASE_URL: 'postgres://not.asked' }
  const { status, stderr } = spawnSync(process.execPath, ['bin/setup.mjs', '--production'], { cwd: clone, env })
  const cachedIn = existsSync(join(clone, 'cached-in')) ? readFileSync(join(clone, 'cached-in'), 'utf8') : null
  return { status, said: String(stderr), cachedIn, isLeft: cachedIn !== null && existsSync(cachedIn), clone }
}

test('where npm cannot keep what it downloads in its own folder, it is kept in the clone until it is installed', () => {
  const one = setUp('read-only home', join(devNull, '.npm'))
  assert.equal(one.status, 0, one.said)
  assert.equal(one.cachedIn, join(one.clone, '.samvad-setup-cache'))
  assert.equal(one.isLeft, false)
})

test('where npm can write to its own folder, that is what it keeps things in', () => {
  const cache = join(base, 'home', '.npm')
  const one = setUp('a home', cache)
  assert.equal(one.status, 0, one.said)
  assert.deepEqual([one.cachedIn, one.isLeft], [cache, true])
})
