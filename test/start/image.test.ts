// What the container image takes is enough to run: a folder with what its Dockerfile copies, of what its ignore file
// lets through, started as the image is.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'
import { root } from '../structure/sources.ts'

const textOf = (name: string) => readFileSync(join(root, 'deploy/docker', name), 'utf8')
const lines = textOf('Dockerfile').split('\n')
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const ignored = textOf('Dockerfile.dockerignore').split('\n')

const base = mkdtempSync(join(tmpdir(), 'samvad-image-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** The folder of the program in the image. */
function imageFolder(): string {
  const folder = join(base, 'samvad')
  mkdirSync(folder)
  for (const line of last) {
    const [, words = ''] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    for (const name of words.split(' ').slice(0, -1)) {
      assert.ok(ignored.includes(`!${name}`), `Dockerfile.dockerignore keeps ${name} from the image, which copies it`)
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'),
      })
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('spec 17.2: what the container image copies starts, is ready, and shows the console', async () => {
  const [, command = ''] = /^CMD (\[.+\])$/.exec(last.findLast((line) => line.startsWith('CMD ')) ?? '') ?? []
  const [node, ...words] = JSON.parse(command) as string[]
  assert.equal(node, 'node')
  const child = spawn(process.execPath, words, {
    cwd: imageFolder(),
    env: {
      ...process.env,
      DATABASE_URL: urlOf(await testDatabase()),
      DATA_DIR: join(base, 'data'),
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
