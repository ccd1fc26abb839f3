// spec 18.51: a hostile mail server, in raw octets: the outcome of the mail sent to it, and of the next one.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { smtpAdapter } from '../channel-adapters.ts'
import { until } from '../mail-story.ts'
import { drip, flood, inTime, mustBeAccepted, startRawPeer, tell } from './raw-peer.ts'

type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message'
type Does = (socket: Socket) => void

const GOOD: Record<Step, string> = {
  greeting: '220 mail.example ESMTP\r\n',
  EHLO: '250-mail.example\r\n250 8BITMIME\r\n',
  MAIL: '250 sender\r\n',
  RCPT: '250 recipient\r\n',
  DATA: '354 go on\r\n',
  message: '250 queued\r\n',
}
const steps = Object.keys(GOOD) as Step[]

/** The current attack, on all connections from this moment on. */
let wrong: { step: Step; does: Does } | null = null

/** A mail server that answers correctly except in the attacked step. */
function server(socket: Socket): void {
  let text = ''
  let inMessage = false
  const at = (step: Step) => {
    if (step === wrong?.step) wrong.does(socket)
    // One mail per connection, so that the next one gets a greeting too.
    else if (step === 'message' && wrong === null) socket.end(GOOD[step])
    else socket.write(GOOD[step])
  }
  at('greeting')
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = inMessage ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
      if (end === -1) return
      const line = text.slice(0, end)
      text = text.slice(end + (inMessage ? 5 : 2))
      if (inMessage) {
        inMessage = false
        at('message')
        continue
      }
      const command = line.slice(0, 4).toUpperCase() as Step
      if (command === 'DATA') inMessage = true
      if (steps.includes(command)) at(command)
      else socket.write('250 as you like\r\n')
    }
  })
}

const says = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
const MEGABYTE = 1024 * 1024

/** Invalid in every step. */
const nonsense: [name: string, does: Does][] = [
  ['a cut', (socket) => void socket.destroy()],
  ['a reset', (socket) => void socket.resetAndDestroy()],
  ['half a line and a cut', (socket) => void socket.end('25')],
  ['an octet at a time', (socket) => drip(socket, '250-slow\r\n')],
  ['a line without end', (socket) => flood(socket, 'x'.repeat(65_536))],
  ['a reply whose line has no end', (socket) => flood(socket, Buffer.from(`250-${'x'.repeat(65_532)}`))],
  ['a line of 10 MB', says(`250 ${'x'.repeat(10 * MEGABYTE)}\r\n`)],
  ['lines that go on without end', (socket) => flood(socket, '250-and so on\r\n'.repeat(4000))],
  ['empty lines without end', (socket) => flood(socket, '\r\n'.repeat(30_000))],
  ['line ends of another kind', (socket) => flood(socket, '\r'.repeat(65_536))],
  ['octets of 8 bits', says(Buffer.from(Array.from({ length: 4096 }, (_, at) => 128 + ((at * 89) & 127))))],
  ['octets of 8 bits and a line end', says(Buffer.concat([Buffer.alloc(2000, 0xff), Buffer.from('\r\n')]))],
  ['NULs', says('\0\0\0\r\n')],
  ['HTTP', says('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')],
  ['a number that is none', says('2x0 hello\r\n')],
  ['a code of 999', says('999 hello\r\n')],
  ['two codes in a reply', says('250-yes\r\n550 no\r\n')],
]

const HARMLESS: readonly SendResult['outcome'][] = ['unavailable', 'temporary', 'refused']

for (const step of steps)
  describe(`spec 18.51: a mail server whose answer to ${step} is`, async () => {
    const peer = await startRawPeer(server)
    const channel = smtpAdapter(`smtp://127.0.0.1:${peer.port}`)
    after(async () => {
      await channel.adapter.close()
      await peer.close()
    })
    test('no word', async () => {
      const deadline = new AbortController()
      wrong = { step, does: () => deadline.abort() }
      const { result } = await tell(channel, peer, {}, deadline.signal)
      if (step === 'message') assert.equal(result.outcome, 'unknown', JSON.stringify(result))
      else assert.ok(HARMLESS.includes(result.outcome), JSON.stringify(result))
      wrong = null
      await mustBeAccepted(channel, peer)
    })
    for (const [name, does] of nonsense)
      test(name, async () => {
        wrong = { step, does }
        const { result } = await tell(channel, peer)
        if (step === 'message') assert.notEqual(result.outcome, 'accepted', JSON.stringify(result))
        else assert.ok(HARMLESS.includes(result.outcome), JSON.stringify(result))
        wrong = null
        await mustBeAccepted(channel, peer)
      })
  })

/** As an account's server: the client signs in, and uses STARTTLS where offered. */
const account = (port: number) => ({
  from: 'asha@shop.example',
  reply_to: null,
  host: '127.0.0.1',
  port,
  secure: false,
  user: 'asha',
  messages_per_second: null,
})

async function against(context: TestContext, does: Does, settingsOf?: (port: number) => object) {
  const peer = await startRawPeer(does)
  const channel = smtpAdapter(`smtp://127.0.0.1:${peer.port}`, settingsOf?.(peer.port))
  context.after(async () => {
    await channel.adapter.close()
    await peer.close()
  })
  return { peer, channel }
}

test('spec 18.51: what a server says before it was asked is no answer to what it is asked next', async (context) => {
  for (const step of steps) {
    const { peer, channel } = await against(context, server)
    // All answers up to the acceptance of the mail at once; then silence.
    const rest = steps.slice(steps.indexOf(step)).map((one) => GOOD[one])
    wrong = { step, does: says(rest.join('')) }
    let told = ''
    peer.behave((socket) => {
      socket.on('data', (chunk: Buffer) => (told += chunk.toString('latin1')))
      server(socket)
    })
    const { result } = await tell(channel, peer)
    // It may claim anything about a completely received mail; but an incomplete one must not count as accepted.
    if (result.outcome === 'accepted')
      await inTime(
        until(
          async () => told,
          (text) => text.includes('\r\n.\r\n'),
        ),
      )
    wrong = null
    peer.behave(server)
    await mustBeAccepted(channel, peer)
  }
})

test('spec 18.51: what stands behind the answer to STARTTLS, in the clear, is thrown away, and so is what TLS is not', async (context) => {
  const injected = ['250 injected\r\n', '250-injected\r\n250 AUTH PLAIN\r\n235 injected\r\n', 'x'.repeat(100_000), '']
  for (const behind of injected) {
    let told = ''
    const { peer, channel } = await against(
      context,
      (socket) => {
        socket.write('220 mail.example ESMTP\r\n')
        socket.on('data', (chunk: Buffer) => {
          const text = chunk.toString('latin1')
          told += text
          if (text.startsWith('EHLO')) socket.write('250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n')
          else if (text.startsWith('STARTTLS')) socket.write(`220 go on\r\n${behind}`)
          else socket.write('250 yes\r\n')
        })
      },
      account,
    )
    const { result, hasLeft } = await tell(channel, peer)
    assert.ok(HARMLESS.includes(result.outcome), JSON.stringify(result))
    assert.equal(hasLeft, false)
    assert.match(told, /STARTTLS\r\n/)
    assert.doesNotMatch(told, /AUTH PLAIN|MAIL FROM/, 'nothing is said in the clear behind it')
  }
})

test('spec 18.51: a server that asks for a password in every way but a good one is told none twice, and takes no mail', async (context) => {
  /** An endless answer is aborted after this many lines. */
  const asks: [ask: string, abortAfter?: number][] = [
    ['334 \r\n', 3],
    ['334 VXNlcm5hbWU6\r\n'.repeat(1000), 3],
    ['535 no\r\n'],
    ['235-\r\n'.repeat(100), 1],
    ['235 \0\r\n500 x\r\n'],
  ]
  for (const [ask, abortAfter] of asks) {
    const deadline = new AbortController()
    let told = ''
    let answers = 0
    const { peer, channel } = await against(
      context,
      (socket) => {
        socket.write('220 mail.example ESMTP\r\n')
        socket.on('data', (chunk: Buffer) => {
          const text = chunk.toString('latin1')
          told += text
          if (text.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH LOGIN PLAIN\r\n')
          else socket.write(ask, () => ++answers === abortAfter && deadline.abort())
        })
      },
      account,
    )
    const { result } = await tell(channel, peer, {}, deadline.signal)
    const shown = `${JSON.stringify(ask.slice(0, 20))}: ${JSON.stringify(result)}`
    assert.ok(HARMLESS.includes(result.outcome), shown)
    const passwords = told.split(Buffer.from('\0asha\0secret').toString('base64')).length - 1
    assert.equal(passwords, 1, shown)
    assert.doesNotMatch(told, /MAIL FROM/, shown)
  }
})
