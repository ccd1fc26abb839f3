// Receiving mail over real sockets: which mail is accepted, and that accepted mail is stored.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { createTransport } from 'nodemailer'
import pino from 'pino'
import { createSealer } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import type { NewArrival } from '../../arrivals/arrival.ts'
import { createOwnAddresses } from '../addresses.ts'
import { selfMade } from './certificate.ts'
import { unpack } from './kept-mail.ts'
import { createPace } from './pace.ts'
import { limits, type ReceiverParts, startReceiver } from './receiver.ts'

const DOMAIN = 'in.samvad.example'
const AT = new Date('2026-03-10T06:30:00Z')
const own = createOwnAddresses(createSealer(randomBytes(32).toString('hex')), DOMAIN)
const about = { kind: 'reply' as const, organizationId: newUuid(), id: newUuid() }
const ADDRESS = own.make(about)
const RAW = 'From: ravi@shop.example\r\nSubject: Hi\r\nMessage-ID: <1@shop.example>\r\n\r\nIs it ready?\r\n'

async function receiving(changes: Partial<ReceiverParts> = {}, most: Partial<typeof limits> = {}) {
  const kept: NewArrival[] = []
  const parts: ReceiverParts = {
    own,
    domain: DOMAIN,
    clock: () => AT,
    log: pino({ level: 'silent' }),
    isFenced: async () => false,
    async keep(arrivals) {
      kept.push(...arrivals)
    },
    ...changes,
  }
  const receiver = await startReceiver(parts, { host: '127.0.0.1', port: 0 }, { ...limits, ...most })
  after(() => receiver.close())
  return { kept, port: receiver.port, receiver }
}

/** Sends these lines, each after the response to the previous one, and returns the responses. */
async function say(port: number, ...lines: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.setMaxListeners(0)
  const answers: string[] = []
  let text = ''
  const end = { isClosed: false }
  socket.on('error', () => {})
  socket.on('close', () => {
    end.isClosed = true
  })
  socket.on('data', (chunk) => (text += chunk))
  const answer = async () => {
    while (!/^\d{3} [^\n]*\r\n/m.test(text) && !end.isClosed)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    answers.push(text.trim())
    text = ''
  }
  await answer()
  for (const line of lines) {
    if (end.isClosed) break
    socket.write(`${line}\r\n`, 'latin1')
    await answer()
  }
  socket.destroy()
  return answers
}
const mail = (to: string, raw = RAW, from = 'ravi@shop.example') => [
  'EHLO mail.shop.example',
  `MAIL FROM:<${from}>`,
  `RCPT TO:<${to}>`,
  'DATA',
  `${raw.replace(/\r\n$/, '')}\r\n.`,
]

/** The connections are reset before this process handles them: the kernel then no longer has their address. */
function connectAndReset(port: number, count: number): void {
  const isOver = new Int32Array(new SharedArrayBuffer(4))
  const text = `
    const { isOver, port, count } = require('node:worker_threads').workerData
    let left = count
    for (let index = 0; index < count; index++) {
      const socket = require('node:net').connect(port, '127.0.0.1', () => socket.resetAndDestroy())
      socket.on('error', () => {}).on('close', () => {
        if (--left === 0) Atomics.store(isOver, 0, 1), Atomics.notify(isOver, 0)
      })
    }`
  const worker = new Worker(text, { eval: true, workerData: { isOver, port, count } })
  assert.equal(Atomics.wait(isOver, 0, 0, 60_000), 'ok')
  worker.unref()
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const codes = (answers: string[]) => answers.map((one) => one.slice(0, 3))

describe('what is taken', () => {
  test('spec 7.54: a mail to an address of ours is kept as it came before it is taken, with who brought it', async () => {
    const { kept, port } = await receiving()
    assert.deepEqual(codes(await say(port, ...mail(ADDRESS.toUpperCase()))), ['220', '250', '250', '250', '354', '250'])
    const [one] = kept
    assert.equal(kept.length, 1)
    assert.deepEqual(
      [one?.organizationId, one?.channel, one?.source, one?.receivedAt],
      [about.organizationId, 'email', 'mail', AT],
    )
    const { envelope, raw } = unpack(one?.body as Buffer)
    assert.deepEqual(envelope, {
      from: 'ravi@shop.example',
      to: ADDRESS,
      client: { address: '127.0.0.1', helo: 'mail.shop.example' },
    })
    assert.equal(raw.toString('latin1'), RAW)
    await say(port, ...mail(ADDRESS))
    assert.equal(kept[1]?.fingerprint, one?.fingerprint, 'brought again, it is the same')
    await say(port, ...mail(ADDRESS, RAW.replace('ready', 'done')))
    assert.notEqual(kept[2]?.fingerprint, one?.fingerprint)
    assert.ok((one?.fingerprint.length ?? 0) <= 200)
  })

  test('spec 7.164: a mail from an address in Hindi is received', async () => {
    const { kept, port } = await receiving()
    const transport = createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } })
    await transport.sendMail({ from: 'नीला@डाकघर.भारत', to: ADDRESS, subject: 'नमस्ते', text: 'Is it ready?' })
    const { envelope, raw } = unpack(kept[0]?.body as Buffer)
    assert.match(envelope.from, /^नीला@/)
    assert.match(raw.toString(), /^From: नीला@डाकघर\.भारत\r$/m)
  })

  test('spec 7.54: STARTTLS is offered, by a certificate of its own or the given one, and a mail program of others uses it', async () => {
    const { kept, port, receiver } = await receiving()
    const transport = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } })
    const envelope = { from: 'ravi@shop.example', to: [ADDRESS] }
    await transport.sendMail({ envelope, raw: RAW })
    assert.equal(kept.length, 1)
    const given = selfMade('given.samvad.example', AT)
    receiver.useCertificate(given)
    const trusting = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { ca: given.cert, checkServerIdentity: () => undefined },
    })
    await trusting.sendMail({ envelope, raw: RAW })
    assert.equal(kept.length, 2)
  })

  test('spec 7.54: a mail to several of our addresses is kept for each; a complaint by the mail that it quotes', async () => {
    const { kept, port } = await receiving()
    const other = own.make({ ...about, id: newUuid() })
    const [ehlo, from, to, data, body] = mail(ADDRESS) as [string, string, string, string, string]
    await say(port, ehlo, from, to, `RCPT TO:<${other}>`, data, body)
    assert.deepEqual(kept.map(({ body }) => unpack(body).envelope.to).sort(), [ADDRESS, other].sort())
    const bounce = own.make({ ...about, kind: 'bounce' })
    await say(port, ...mail(`complaints@${DOMAIN}`, `${RAW}Original-Mail-From: <${bounce}>\r\n`, ''))
    assert.equal(unpack(kept[2]?.body as Buffer).envelope.to, bounce)
    const nothing = await say(port, ...mail(`complaints@${DOMAIN}`))
    assert.match(nothing.at(-1) ?? '', /^550 5\.7\.1/)
    assert.equal(kept.length, 3)
  })
})

describe('what is not taken', () => {
  test('spec 7.54: an address that is none of ours is refused at once, forged ones too, and who guesses is sent away', async () => {
    const { kept, port } = await receiving()
    const forged = `${ADDRESS[0] === 'a' ? 'b' : 'a'}${ADDRESS.slice(1)}`
    for (const to of [`hello@${DOMAIN}`, forged, ADDRESS.replace(DOMAIN, 'elsewhere.example')])
      assert.match((await say(port, ...mail(to).slice(0, 3))).at(-1) ?? '', /^550 5\.1\.1/)
    const guesses = Array.from({ length: 20 }, (_, index) => `RCPT TO:<guess${index}@${DOMAIN}>`)
    const answers = codes(await say(port, 'EHLO x', 'MAIL FROM:<>', ...guesses))
    assert.equal(answers.filter((code) => code === '550').length, limits.unknownRecipients)
    assert.ok(answers.includes('421') && answers.length < guesses.length)
    assert.deepEqual(kept, [])
  })

  test('spec 7.54: while it cannot be kept, or the installation is fenced, it is to be brought again', async () => {
    const failing = await receiving({ keep: () => Promise.reject(new Error('no database')) })
    assert.match((await say(failing.port, ...mail(ADDRESS))).at(-1) ?? '', /^451/)
    const fenced = await receiving({ isFenced: async () => true })
    assert.match((await say(fenced.port, ...mail(ADDRESS).slice(0, 2))).at(-1) ?? '', /^451/)
    const unsure = await receiving({ isFenced: () => Promise.reject(new Error('no database')) })
    assert.match((await say(unsure.port, ...mail(ADDRESS).slice(0, 2))).at(-1) ?? '', /^451/)
    assert.deepEqual([fenced.kept, unsure.kept], [[], []])
  })

  test('spec 7.54: too large, too many recipients, too many connections, too many mails a minute, too much at once', async () => {
    const { kept, port } = await receiving(
      {},
      { mailBytes: 1000, recipients: 2, connectionsOfAClient: 3, mailsOfAClientPerMinute: 4 },
    )
    const large = `${RAW}${'x'.repeat(70)}\r\n`.padEnd(3000, 'y')
    assert.match((await say(port, ...mail(ADDRESS, large))).at(-1) ?? '', /^552/)
    const said = await say(port, 'EHLO x', 'MAIL FROM:<a@shop.example> SIZE=100000')
    assert.match(said.at(-1) ?? '', /^552/)
    const three = [1, 2, 3].map(() => `RCPT TO:<${own.make({ ...about, id: newUuid() })}>`)
    assert.deepEqual(codes(await say(port, 'EHLO x', 'MAIL FROM:<>', ...three)).slice(-3), ['250', '250', '452'])
    const open = [1, 2, 3].map(() => connect(port, '127.0.0.1'))
    await Promise.all(open.map((socket) => once(socket, 'data')))
    assert.match((await say(port))[0] ?? '', /^421/)
    for (const socket of open) socket.destroy()
    for (;;) if (codes(await say(port, 'EHLO x'))[1] === '250') break
    let last = ''
    // A minute may end in between, which resets the count.
    for (let round = 0; round < 10 && !last.startsWith('451'); round++)
      last = (await say(port, 'EHLO x', 'MAIL FROM:<>')).at(-1) ?? ''
    assert.match(last, /^451/)
    assert.deepEqual(kept, [])

    const small = await receiving({}, { bytesInHand: 50 })
    assert.match((await say(small.port, ...mail(ADDRESS))).at(-1) ?? '', /^452/)
    assert.match((await say(small.port, ...mail(ADDRESS))).at(-1) ?? '', /^452/)
    assert.deepEqual(small.kept, [])
  })

  test('spec 7.54, 18.2: who connects and is gone at once, however many, costs nothing and ends nothing', async () => {
    const { kept, port, receiver } = await receiving({}, { connectionsOfAClient: 3 })
    connectAndReset(port, 300)
    // All are counted down again, so that there is room for as many as before.
    for (;;) if (codes(await say(port, 'EHLO x'))[1] === '250') break
    const open = [1, 2].map(() => connect(port, '127.0.0.1'))
    await Promise.all(open.map((socket) => once(socket, 'data')))
    assert.deepEqual(codes(await say(port, ...mail(ADDRESS))).at(-1), '250')
    assert.equal(kept.length, 1)
    for (const socket of open) socket.destroy()
    await receiver.close()
  })

  test('spec 18.44: a mail in very many pieces needs the memory of its bytes', async () => {
    const kept: string[] = []
    let heap = 0
    const { port } = await receiving({
      async keep([one]) {
        heap = heapInUse()
        kept.push(unpack(one?.body as Buffer).raw.toString('latin1'))
      },
    })
    // A doubled dot splits the content: each line is a chunk of its own.
    const lines = 50_000
    const before = heapInUse()
    const answers = await say(port, ...mail(ADDRESS, `Subject: Hi\r\n\r\n${'..\r\n'.repeat(lines)}`))
    assert.equal(codes(answers).at(-1), '250')
    assert.equal(kept[0], `Subject: Hi\r\n\r\n${'.\r\n'.repeat(lines)}`)
    assert.ok(heap - before < 6_000_000, `${heap - before} bytes`)
  })

  test('spec 7.54: what a client may bring is counted by its address, a /64 of IPv6 as one, and anew each minute', () => {
    const pace = createPace(2)
    const takes = (client: string, now = 0) => pace.takes(client, now)
    assert.deepEqual(
      ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((one) => takes(one)),
      [true, true, false],
    )
    assert.ok(takes('192.0.2.1'))
    assert.ok(takes('::ffff:192.0.2.1'))
    assert.ok(!takes('192.0.2.1'))
    assert.ok(takes('192.0.2.1', 60_000))
  })
})
