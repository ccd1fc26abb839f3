import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findRunning, forgetRunning, livingPrograms, mustBeAlone, noteRunning } from './running.ts'

const folder = await mkdtemp(join(tmpdir(), 'samvad-running-'))
after(() => rm(folder, { recursive: true, force: true }))
const noted = async () => (await readdir(folder)).filter((name) => name.startsWith('running-')).sort()

/** A program that responds until it is stopped. */
async function answering() {
  const server = createServer((_request, response) => response.end('{"status":"ok"}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const end = () => new Promise((resolve) => server.close(resolve))
  after(end)
  return { url, end }
}

const [living, other] = [0, 1].map(() => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']))
after(() => [living, other].forEach((child) => child?.kill('SIGKILL')))
/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '0']).pid

/** Writes the file of another program of this folder, or of the folder with that identity. */
async function note(pid: number | undefined, url: string, since: number, identity?: string): Promise<void> {
  const { dev, ino } = await stat(folder, { bigint: true })
  const text = { url, public_url: url, folder: identity ?? `${dev}:${ino}`, pid, since }
  await writeFile(join(folder, `running-${pid}.json`), JSON.stringify(text))
}

test('of several programs that share a folder, the commands find the one that has run longest, for as long as one answers', async () => {
  const [first, second] = [await answering(), await answering()]
  await note(other?.pid, second.url, 2)
  await note(living?.pid, first.url, 1)
  assert.deepEqual(await findRunning(folder), {
    url: first.url,
    publicUrl: first.url,
    pid: living?.pid,
    settings: null,
  })
  assert.deepEqual(
    (await livingPrograms(folder)).map(({ pid }) => pid),
    [living?.pid, other?.pid],
  )
  await first.end()
  assert.equal((await findRunning(folder))?.url, second.url)
  await assert.rejects(mustBeAlone(folder), { message: new RegExp(`is already running on it, at ${second.url} `) })
  await second.end()
  assert.equal(await findRunning(folder), null)
  await mustBeAlone(folder)
})

test('what a killed program noted, or the original of a copied folder, is not believed', async () => {
  const { url } = await answering()
  for (const name of await noted()) await rm(join(folder, name))
  await note(ended, url, 1)
  await note(living?.pid, url, 2, '1:1')
  await writeFile(join(folder, 'running-1.json'), 'not JSON')
  assert.deepEqual(await livingPrograms(folder), [])
  assert.equal(await findRunning(folder), null)
})

test('a start removes what killed programs noted, and its end what it noted itself, and nothing of others', async () => {
  const { url } = await answering()
  await note(ended, url, 1)
  await note(living?.pid, url, 2)
  await noteRunning(folder, url, 'https://samvad.example')
  const others = [`running-${living?.pid}.json`]
  assert.deepEqual(
    (await noted()).filter((name) => name !== 'running-1.json'),
    [...others, `running-${process.pid}.json`].sort(),
  )
  const found = await livingPrograms(folder)
  assert.ok(found.some(({ pid, publicUrl }) => pid === process.pid && publicUrl === 'https://samvad.example'))
  await forgetRunning(folder)
  assert.deepEqual(
    (await noted()).filter((name) => name !== 'running-1.json'),
    others,
  )
})
