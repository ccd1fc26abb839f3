// Pictures of mails: as users see them, and as senders of mails could abuse them against the installation.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { startDnsServer } from '../../../../test/dns/server.ts'
import { GUARD_MS } from '../../../../test/guard.ts'
import { publicId, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { createPictureFetch, NoPicture, PICTURE_BYTES_MAX } from './fetch.ts'
import { PICTURES_A_MINUTE_MAX, Turns } from './turns.ts'

const dns = await startDnsServer()
after(() => dns.close())
/** Stands for a public address, as tests call none; the rest of this machine is private. */
const PUBLIC = '127.0.0.2'
const PRIVATE = '127.0.0.1'
const samvad = await startSamvad({
  SAMVAD_PICTURE_NETWORKS: `${PUBLIC}/32`,
  // Networks that are allowed for organizations' own servers must not be reachable through strangers' mails.
  SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
})
const asha = person(samvad)
const { organizationId, userId } = samvad.company
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function listening(address: string, listener: RequestListener, port = 0) {
  const asked: { url: string; headers: Record<string, unknown> }[] = []
  const server: Server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    listener(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening')
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

const outside = await listening(PUBLIC, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const send = (body: Buffer | string, type = 'image/png') =>
    response.writeHead(200, { 'content-type': type }).end(body)
  if (pathname === '/a.png') return send(PNG)
  if (pathname === '/lying.png') return send('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>')
  if (pathname === '/page.png') return send('<!doctype html><script>a()</script>')
  if (pathname === '/none.png') return response.writeHead(404).end(PNG)
  if (pathname === '/to') return response.writeHead(302, { location: searchParams.get('it') ?? '' }).end()
  if (pathname === '/around') return response.writeHead(302, { location: '/around' }).end()
  if (pathname === '/slow.png') return void response.writeHead(200, { 'content-type': 'image/png' }).write(PNG)
  if (pathname === '/silent.png') return
  if (pathname === '/other.png') {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    return
  }
  if (pathname === '/huge.png') {
    response.writeHead(200, { 'content-type': 'image/png' })
    const piece = Buffer.concat([PNG, Buffer.alloc(256 * 1024)])
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    return more()
  }
  return response.writeHead(200).end()
})
const inside = await listening(PRIVATE, (_, response) => response.end(PNG), outside.port)
const at = (path: string) => `http://${PUBLIC}:${outside.port}${path}`

function newFetch(deadlineMs = GUARD_MS) {
  const settings = { ...samvad.app.settings, dnsServer: dns.address, pictureNetworks: [PUBLIC] }
  return createPictureFetch({ ...samvad.app, settings }, { deadlineMs })
}
const refused = (address: string, why: RegExp, deadlineMs?: number) =>
  assert.rejects(
    newFetch(deadlineMs)(address),
    (error: Error) => error instanceof NoPicture && why.test(error.reason.code),
  )

/** Creates a received mail. */
async function receive(html: string, who = asha): Promise<string> {
  const contact = await who.make('/v1/contacts', { email: `x${newUuid()}@farm.example` })
  const { id } = await who.make('/v1/conversations', { contact_id: contact.id })
  const message = newUuid()
  await samvad.rows(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, html, created_at)
     values ($1, $2, $3, 'inbound', 'email', $4, $5, now())`,
    [organizationId, message, uuidOf('conv', id), uuidOf('contact', contact.id), html],
  )
  return publicId('msg', message)
}

test('spec 18.61: a picture is fetched by its place for who may see the message, and tells nothing of who asks', async () => {
  const id = await receive(`<p>Hi</p><img src="${at('/b.png')}" width="1"><img src="${at('/a.png?to=ravi')}" alt="A">`)
  const { html } = (await asha.get(`/v1/messages/${id}?html=sanitised`)).body
  assert.match(html, /<img alt="A" data-picture="0" \/>/)
  assert.equal(outside.asked.length, 0, 'nothing is fetched before')
  const path = `/v1/messages/${id}/picture`
  const answer = await asha.get(`${path}?index=0`, { headers: { cookie: 'a=b', referer: 'https://a.example/' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('content-type'), 'image/png')
  assert.equal(answer.headers.get('cache-control'), 'private')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  const [asked] = outside.asked.splice(0)
  assert.equal(asked?.url, '/a.png?to=ravi')
  assert.deepEqual(Object.keys(asked?.headers ?? {}).toSorted(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  assert.equal(asked?.headers['user-agent'], 'Samvad')

  for (const index of ['1', '99']) assertRefused(await asha.get(`${path}?index=${index}`), 404, 'not_found')
  for (const query of ['', '?index=-1', '?index=100', '?index=0&url=http://x.example/'])
    assert.equal((await asha.get(`${path}${query}`)).body.code, 'invalid_query')
  const colleague = await samvad.newPerson(organizationId, 'agent', {})
  const neighbour = await samvad.newCompany('Farida Foods')
  for (const { token } of [colleague, neighbour])
    assertRefused(await samvad.request('GET', `${path}?index=0`, { token }), 404, 'not_found')
  const billing = await samvad.newPerson(organizationId, 'billing', {})
  assertRefused(await samvad.request('GET', `${path}?index=0`, { token: billing.token }), 403, 'permission_denied')
  assert.deepEqual(outside.asked, [])
})

test('spec 18.61: it leads inside in no way: by the address, a name, a redirect, or a name that turns', async () => {
  const { port } = outside
  for (const address of [
    PRIVATE,
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
  ])
    await refused(`http://${address}:${port}/`, /^picture_unreachable$/)
  dns.a('inside.example', PRIVATE)
  await refused(`http://inside.example:${port}/a.png`, /^picture_unreachable$/)
  for (const to of [`http://${PRIVATE}:${port}/`, `http://inside.example:${port}/`, `//localhost:${port}/`])
    await refused(at(`/to?it=${encodeURIComponent(to)}`), /^picture_unreachable$/)
  for (const to of [
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'gopher://x/',
    `http://a:b@${PUBLIC}:${port}/a.png`,
  ])
    await refused(at(`/to?it=${encodeURIComponent(to)}`), /^picture_redirect_refused$/)
  dns.aInTurn('turning.example', [PUBLIC], [PRIVATE])
  const turning = newFetch()
  assert.deepEqual((await turning(`http://turning.example:${port}/a.png`)).content, PNG)
  await assert.rejects(turning(`http://turning.example:${port}/a.png`), NoPicture)
  assert.deepEqual(inside.asked, [])
  // The setting for organizations' own servers does not apply here: a stranger chose the address.
  const id = await receive(`<img src="http://${PRIVATE}:${port}/">`)
  const answer = await asha.get(`/v1/messages/${id}/picture?index=0`)
  assertRefused(answer, 404, 'not_found')
  assert.deepEqual(inside.asked, [])
  assert.deepEqual(
    (await newFetch()(at(`/to?it=${encodeURIComponent('/a.png')}`))).content,
    PNG,
    'outside it is followed',
  )
  await refused(at('/around'), /^picture_redirects$/)
})

test('spec 18.62: what is no picture, too large or too slow is not shown, whatever its server says of it', async () => {
  for (const path of ['/lying.png', '/page.png', '/empty']) await refused(at(path), /^picture_not_an_image$/)
  await refused(at('/none.png'), /^picture_status$/)
  const before = process.memoryUsage().rss
  await refused(at('/huge.png'), /^picture_too_large$/)
  assert.ok(process.memoryUsage().rss - before < 20 * PICTURE_BYTES_MAX)
  await refused(at('/slow.png'), /^picture_too_slow$/, 300)
  await refused(at('/silent.png'), /^picture_too_slow$/, 300)
  const sockets: Socket[] = []
  const mute = createTcpServer((socket) => sockets.push(socket.on('error', () => {})))
  mute.listen(0, PUBLIC)
  await once(mute, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
  const { port } = mute.address() as AddressInfo
  // The server responds to nothing, not even TLS.
  await refused(`https://${PUBLIC}:${port}/a.png`, /^picture_(too_slow|unreachable)$/, 300)
  await refused(`http://${PUBLIC}:9/a.png`, /^picture_unreachable$/)
})

test('spec 18.62, 19.36: a mail whose 16 pictures are answered in another protocol keeps nobody from the next picture', async () => {
  const others = Array.from({ length: 16 }, (_, index) => `<img src="${at(`/other.png?${index}`)}" alt="A">`)
  const id = await receive(`${others.join('')}<img src="${at('/a.png')}" alt="A">`)
  const path = `/v1/messages/${id}/picture?index=`
  const answers = await Promise.all(others.map((_, index) => asha.get(`${path}${index}`)))
  for (const answer of answers) assertRefused(answer, 404, 'not_found')
  const { status, text } = await asha.get(`${path}16`)
  assert.equal(status, 200, text)
  outside.asked.splice(0)
})

test('spec 18.62: a user has so many in a minute, and others theirs', () => {
  const turns = new Turns()
  const now = Date.now()
  const take = (whose: string, later = 0) => turns.take(whose, new Date(now + later))
  for (let time = 0; time < PICTURES_A_MINUTE_MAX; time++) assert.equal(take('asha'), 0)
  assert.equal(take('asha', 20_000), 40)
  assert.equal(take('ravi', 20_000), 0)
  assert.equal(take('asha', 60_000), 0)
  assert.equal(userId.length, 36)
})
