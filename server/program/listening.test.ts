// The local address that people are given for this installation.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSettings } from '#kit/settings.ts'
import { freePort } from '../../test/program.ts'
import { isLocalhostOurs, mustListen, settleLocalName } from './listening.ts'

const BOTH = ['::1', '127.0.0.1']

async function occupy(host: string, port: number) {
  const server = createServer().listen({ host, port })
  await new Promise((resolve) => server.once('listening', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  after(close)
  return close
}

test('localhost is ours where it stands for the address that is listened on, and nobody is at another one', async () => {
  const port = await freePort()
  const ours = (host: string, addresses: string[]) => isLocalhostOurs({ host, port }, addresses)
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) assert.equal(await ours(host, BOTH), true, host)
  assert.equal(await ours('127.0.0.1', ['::1']), false, 'the name is of IPv6 alone')
  assert.equal(await ours('0.0.0.0', ['::1']), false)
  assert.equal(await ours('::1', ['127.0.0.1']), false)
  assert.equal(await ours('127.0.0.1', []), false, 'nobody knows the name')
  // Simulates another program on `::1`, because this machine may have no IPv6.
  await occupy('127.0.0.2', port)
  assert.equal(await ours('127.0.0.1', ['127.0.0.2', '127.0.0.1']), false)
})

test('where localhost leads to another program, the address in numbers is told, to the processes behind it too', async () => {
  const port = await freePort()
  const settled = async (given: Record<string, string>) => {
    const settings = readSettings(given)
    await settleLocalName(settings, given)
    return [settings.publicUrl, given.PUBLIC_URL]
  }
  assert.deepEqual(await settled({ PORT: `${port}` }), [`http://localhost:${port}`, undefined])
  const other = 'https://samvad.example'
  const end = await occupy('127.0.0.1', port)
  const numbers = `http://127.0.0.1:${port}`
  assert.deepEqual(await settled({ PORT: `${port}` }), [numbers, numbers])
  assert.deepEqual(await settled({ PORT: `${port}`, PUBLIC_URL: other }), [other, other])
  await end()
})

test('spec 17.72: the port that processes of a killed program still hold is waited for, and that of another program is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-listening-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const settings = readSettings({ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: folder })
  const end = await occupy('127.0.0.1', port)
  await assert.rejects(mustListen(settings), /PORT=\d+: the port is in use/)

  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  const note = { url: `http://127.0.0.1:${port}`, public_url: '', pid, since: 1 }
  await writeFile(join(folder, `running-${pid}.json`), JSON.stringify(note))
  const waiting = mustListen(settings).then(() => 'listened')
  const first = await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, 'still waiting'))])
  assert.equal(first, 'still waiting')
  await end()
  assert.equal(await waiting, 'listened')

  process.env.SAMVAD_TEST_PORT_HELD_MS = '0'
  after(() => delete process.env.SAMVAD_TEST_PORT_HELD_MS)
  await occupy('127.0.0.1', port)
  await assert.rejects(mustListen(settings), /the port is in use/, 'not for ever')
})
