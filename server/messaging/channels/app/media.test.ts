// Contacts' media, fetched from Meta over the real protocol, with faults; and which hosts receive the access token.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { GUARD_MS } from '../../../../test/guard.ts'
import { CloudApi } from './cloud-api.ts'
import { download, mayFetchFrom } from './media.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

async function serve(handle: Handle): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const photo = randomBytes(300_000)
const sha256 = createHash('sha256').update(photo).digest('hex')
let said: object = {}
let answer: (response: ServerResponse) => void = () => {}
const meta = await serve(({ url = '' }, response) => {
  if (!url.startsWith('/files'))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  else answer(response)
})
const elsewhere = await serve((_, response) => void response.end(photo))
const api = new CloudApi(async () => {})
after(() => api.close())
const account = { baseUrl: meta.url, version: 'v23.0', phoneNumberId: '1', accessToken: 'EAAGsecret' }
const fetchIt = (signal = AbortSignal.timeout(GUARD_MS)) => download(api, account, '900', signal)
const bytesOf = async (stream: Readable) => Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))
const here = () => `${meta.url}/files/900`

test('spec 7.102: a medium comes as Meta has it, and is compared with what Meta says it is', async () => {
  answer = (response) => void response.end(photo)
  for (const digest of [sha256, Buffer.from(sha256, 'hex').toString('base64'), undefined, 'of no form']) {
    said = { url: here(), sha256: digest }
    assert.ok((await bytesOf(await fetchIt())).equals(photo))
  }
  said = { url: here(), sha256: createHash('sha256').update('another').digest('hex') }
  const damaged = await fetchIt()
  await assert.rejects(bytesOf(damaged), /does not match its size or checksum at Meta/)
})

test('spec 7.102: one that is gone, breaks off, or does not come in time fails, and is tried again by who asks', async () => {
  said = { error: { code: 100, error_subcode: 33, message: 'does not exist' } }
  await assert.rejects(fetchIt(), /returned no address for the media/)
  said = { url: here(), sha256 }
  answer = (response) => void response.writeHead(404).end()
  await assert.rejects(fetchIt(), /answered with 404/)
  answer = (response) => {
    response.writeHead(200, { 'content-length': photo.length }).write(photo.subarray(0, 1000))
    setImmediate(() => response.destroy())
  }
  await assert.rejects(async () => bytesOf(await fetchIt()))
  answer = () => {}
  await assert.rejects(fetchIt(AbortSignal.timeout(100)), /did not answer in time/)
})

test('spec 7.102: the access token goes to Meta’s hosts alone: no other address is called, and no redirect followed', async () => {
  for (const url of [
    `${elsewhere.url}/files/900`,
    'http://lookaside.fbsbx.com/x',
    'ftp://graph.facebook.com/x',
    'no address',
  ])
    await assert.rejects(
      () => {
        said = { url, sha256 }
        return fetchIt()
      },
      /does not belong to Meta/,
      url,
    )
  said = { url: here(), sha256 }
  for (const status of [301, 302, 307, 308]) {
    answer = (response) => void response.writeHead(status, { location: `${elsewhere.url}/files/900` }).end()
    await assert.rejects(fetchIt(), new RegExp(`answered with ${status}`))
  }
  assert.equal(elsewhere.asked.length, 0)
  assert.ok(meta.asked.every(({ headers }) => headers.authorization === 'Bearer EAAGsecret'))
  const graph = 'https://graph.facebook.com'
  assert.equal(mayFetchFrom('https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1', graph), true)
  for (const url of [
    'https://fbsbx.com.evil.example/x',
    'https://evilfbsbx.com/x',
    'https://graph.facebook.com@evil.example/x',
    'https://user:word@lookaside.fbsbx.com/x',
    'http://mmg.whatsapp.net/x',
  ])
    assert.equal(mayFetchFrom(url, graph), false, url)
})
