// spec 18.51: a hostile Cloud API and HTTP gateway, in raw octets: the outcome of the message sent to them, and of the
// next one.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { createCaller } from '../../server/webhooks/call.ts'
import { notFenced } from '../adapter-contract.ts'
import { type ChannelAdapter, cloudApiAdapter, httpGatewayAdapter } from '../channel-adapters.ts'
import { GUARD_MS } from '../guard.ts'
import { until } from '../mail-story.ts'
import { type HttpAttack, httpAttacks } from './http-attacks.ts'
import { inTime, mustBeAccepted, OCTETS_MAX, startRawPeer, tell } from './raw-peer.ts'

/** Deadline of a call held by an endless attack: the test waits for it. */
const SHORT_MS = 200

interface Provider {
  name: string
  adapterOf(url: string): ChannelAdapter
  accepted(id: string): string
  /** The outcome for a redirect that is not followed. */
  redirected: 'unavailable' | 'unknown'
}

const providers: Provider[] = [
  {
    name: 'the Cloud API',
    adapterOf: cloudApiAdapter,
    accepted: (id) => `{"messaging_product":"whatsapp","messages":[{"id":"${id}"}]}`,
    redirected: 'unavailable',
  },
  {
    name: 'the HTTP gateway',
    adapterOf: httpGatewayAdapter,
    accepted: (id) => `{"id":"${id}"}`,
    redirected: 'unknown',
  },
]

/** Called once a whole request has arrived, also on a reused connection: requests are JSON or forms. */
let answerWith: (socket: Socket) => void = () => {}
const provider = (socket: Socket) => {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk
    if (!/\r\n\r\n.*(?:\}|--\r\n)$/s.test(text)) return
    text = ''
    answerWith(socket)
  })
}

/** Answers requests with the attack. The signal aborts once an attack is in progress that only an abort ends. */
function attackedBy({ does, isEndless = false }: HttpAttack): AbortSignal {
  const deadline = new AbortController()
  answerWith = async (socket) => {
    await does(socket)
    if (isEndless) deadline.abort()
  }
  return deadline.signal
}

const elsewhere = await startRawPeer()
after(() => elsewhere.close())

for (const { name, adapterOf, accepted, redirected } of providers)
  describe(`spec 18.51: ${name}, when it answers with`, async () => {
    const peer = await startRawPeer(provider)
    const channel = adapterOf(peer.url)
    after(async () => {
      await channel.adapter.close()
      await peer.close()
    })
    const honest = (socket: Socket) => {
      const body = accepted('wamid.honest')
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    }

    for (const attack of httpAttacks({ accepted }, elsewhere.url))
      test(attack.name, async () => {
        const { result } = await tell(channel, peer, {}, attackedBy(attack))
        const expected = attack.outcome === 'redirected' ? redirected : (attack.outcome ?? 'unknown')
        assert.equal(result.outcome, expected, JSON.stringify(result).slice(0, 300))
        assert.equal(elsewhere.connections, 0, 'nobody else is told anything')
        answerWith = honest
        await mustBeAccepted(channel, peer)
      })

    test('an answer that nobody asked for yet, on a connection that stands: no later message is taken by it', async () => {
      const body = accepted('wamid.of-nobody')
      const unasked = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      for (const isAtOnce of [true, false]) {
        const closed = Promise.withResolvers<void>()
        answerWith = (socket) => {
          socket.once('close', () => closed.resolve())
          honest(socket)
          if (isAtOnce) socket.write(unasked)
          else setImmediate(() => setImmediate(() => socket.write(unasked)))
        }
        await tell(channel, peer)
        await inTime(closed.promise)
        const deadline = new AbortController()
        answerWith = () => deadline.abort()
        const { result } = await tell(channel, peer, {}, deadline.signal)
        assert.ok(!('providerId' in result), JSON.stringify(result))
      }
    })
  })

test('spec 18.51: whatever is answered to a file on its way to the Cloud API, its message has not left', async () => {
  const [{ adapterOf, accepted }] = providers as [Provider]
  const peer = await startRawPeer(provider)
  const channel = adapterOf(peer.url)
  const bytes = Buffer.alloc(1000, 7)
  const file = { id: newUuid(), filename: 'bill.pdf', contentType: 'application/pdf', size: bytes.length }
  const attachments = [{ ...file, open: async () => Readable.from([bytes]) }]
  try {
    for (const attack of httpAttacks({ accepted }, elsewhere.url)) {
      const { name, outcome } = attack
      const fields = { content: { ...channel.message(newUuid()).content, attachments } }
      const { hasLeft, result } = await tell(channel, peer, fields, attackedBy(attack))
      assert.equal(hasLeft, false, name)
      const expected = outcome === 'throttled' ? ['throttled'] : ['temporary', 'unavailable']
      assert.ok(expected.includes(result.outcome), `${name}: ${JSON.stringify(result)}`)
    }
  } finally {
    await channel.adapter.close()
    await peer.close()
  }
})

test('spec 18.51: whatever an endpoint answers that is told of events, its call ends, and so does the next one', async () => {
  const peer = await startRawPeer(provider)
  const settings = readSettings({
    PUBLIC_URL: 'https://samvad.example',
    DATA_DIR: '/nowhere',
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  const callerWithin = (deadlineMs: number) =>
    createCaller({ database: notFenced, settings, clock: () => new Date() }, { deadlineMs })
  const callers = { patient: callerWithin(GUARD_MS), short: callerWithin(SHORT_MS) }
  try {
    for (const { name, does, isEndless = false } of httpAttacks(
      { accepted: (id) => `{"id":"${id}"}` },
      elsewhere.url,
    )) {
      const caller = isEndless ? callers.short : callers.patient
      const call = () => inTime(caller.call({ url: `${peer.url}/told`, headers: {}, body: '{}' }))
      answerWith = does
      const before = peer.written()
      const { error, statusCode, retryAfterMs } = await call()
      assert.ok(error !== null || statusCode !== null, name)
      assert.ok(retryAfterMs === null || (Number.isFinite(retryAfterMs) && retryAfterMs >= 0), name)
      assert.ok(peer.written() - before < OCTETS_MAX, `${name}: ${peer.written() - before} octets`)
      answerWith = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      if (isEndless) await until(call, ({ statusCode }) => statusCode === 200)
      else assert.equal((await call()).statusCode, 200, `behind ${name}`)
    }
    assert.equal(elsewhere.connections, 0)
  } finally {
    for (const caller of Object.values(callers)) caller.end()
    await peer.close()
  }
})
