// The adapter of app messages against a server that speaks the Cloud API, over real sockets.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { englishOf } from '#kit/messages/details.ts'
import { publicId } from '#kit/wire.ts'
import { type AdapterBench, adapterContract } from '../../../../test/adapter-contract.ts'
import { cloudApiAdapter } from '../../../../test/channel-adapters.ts'
import { type CloudApiServer, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { uuidOf } from '../../../../test/harness.ts'
import type { OutboundAttachment, OutboundContent, OutboundMessage } from '../adapter.ts'

const text: OutboundContent = {
  subject: null,
  text: 'Your order leaves today.',
  html: null,
  template: null,
  attachments: [],
}

function benchOf(api: CloudApiServer, behaviours: AdapterBench['behaviours']) {
  return {
    ...cloudApiAdapter(api.url),
    behaviours,
    async taken() {
      return api.accepted.map(({ body }) => uuidOf('dlv', body.biz_opaque_callback_data))
    },
    unanswered: () => api.unanswered.length,
    close: () => api.close(),
  } satisfies AdapterBench
}

adapterContract('app by the Cloud API', ['accept', 'refuse', 'temporary', 'throttle', 'lose', 'hang'], async () => {
  const api = await startCloudApi()
  return benchOf(api, {
    accept: () => api.answer(() => 'accept'),
    refuse: () => api.answer(() => ({ code: 131047, message: 'Re-engagement message' })),
    temporary: () => api.answer(() => ({ code: 131016, status: 500, message: 'Service unavailable' })),
    throttle: () => api.answer(() => ({ code: 130429, message: 'Rate limit hit' })),
    lose: () => api.answer(() => 'drop'),
    hang: () => api.answer(() => 'hang'),
  })
})

adapterContract('app by the Cloud API, while nobody answers', ['away'], async () => {
  const api = await startCloudApi()
  await api.close()
  return { ...benchOf(api, { away() {} }), close: async () => {} }
})

const api = await startCloudApi()
const bench = benchOf(api, {})
after(async () => {
  await bench.adapter.close()
  await api.close()
})
const never = new AbortController().signal
const leaving = async () => {}
const send = (message: Omit<OutboundMessage, 'leaving'>) => bench.adapter.send({ ...message, leaving }, never)
/** What the API received. */
async function sent(content: Partial<OutboundContent>, address?: string) {
  const id = newUuid()
  const result = await send(bench.message(id, { ...text, ...content }, address))
  assert.equal(result.outcome, 'accepted', JSON.stringify(result))
  const { body, version } = api.accepted.at(-1) as (typeof api.accepted)[number]
  assert.equal(body.biz_opaque_callback_data, publicId('dlv', id))
  assert.equal(body.messaging_product, 'whatsapp')
  assert.equal(version, 'v23.0')
  return body
}

test('spec 7.32: a text goes to the phone number, or to the id of who has none that is shown', async () => {
  const toNumber = await sent({})
  assert.deepEqual(
    [toNumber.to, toNumber.recipient, toNumber.type, toNumber.text],
    ['919876543210', undefined, 'text', { body: 'Your order leaves today.', preview_url: false }],
  )
  const toId = await sent({}, 'IN.13491208655302741918')
  assert.deepEqual([toId.to, toId.recipient], [undefined, 'IN.13491208655302741918'])
})

test('spec 7.32: a template goes by its name and language, with what stands in its places', async () => {
  const template = {
    id: newUuid(),
    name: 'order_ready',
    language: 'en_US',
    registeredId: null,
    parameters: ['Ravi', '42'],
  }
  const body = await sent({ template })
  assert.equal(body.type, 'template')
  assert.equal(body.text, undefined)
  assert.deepEqual(body.template, {
    name: 'order_ready',
    language: { code: 'en_US' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Ravi' },
          { type: 'text', text: '42' },
        ],
      },
    ],
  })
  const plain = await sent({ template: { ...template, parameters: [] } })
  assert.deepEqual(plain.template, { name: 'order_ready', language: { code: 'en_US' } })
})

const attachment = (fields: Partial<OutboundAttachment>, bytes = randomBytes(200_000)): OutboundAttachment => ({
  id: newUuid(),
  filename: 'photo "one".jpg',
  contentType: 'image/jpeg',
  size: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]),
  ...fields,
})

test('spec 7.32: an attachment is uploaded whole and goes as what it is, the text beneath it', async () => {
  const bytes = randomBytes(300_000)
  const image = await sent({ attachments: [attachment({}, bytes)] })
  assert.equal(image.type, 'image')
  assert.equal(image.image.caption, 'Your order leaves today.')
  const stored = api.media.get(image.image.id)
  assert.deepEqual([stored?.contentType, stored?.bytes.equals(bytes)], ['image/jpeg', true])
  const pdf = await sent({
    text: null,
    attachments: [attachment({ contentType: 'application/pdf', filename: 'a.pdf' })],
  })
  assert.deepEqual([pdf.type, pdf.document.filename, pdf.document.caption], ['document', 'a.pdf', undefined])
  const audio = await sent({ attachments: [attachment({ contentType: 'audio/ogg; codecs=opus' })] })
  assert.deepEqual([audio.type, audio.audio.caption], ['audio', undefined])
})

const uploadsAt = () => api.requests.filter((one) => /^POST .*\/media$/.test(one)).length

test('spec 7.32: a file that goes to many is uploaded once, also by those who send it at once, and anew once Meta has it no more', async () => {
  const many = attachment({})
  const message = () => bench.message(newUuid(), { ...text, attachments: [many] })
  const before = uploadsAt()
  const results = await Promise.all(Array.from({ length: 20 }, () => send(message())))
  assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(['accepted']))
  assert.equal(uploadsAt() - before, 1)
  const first = api.accepted.at(-1)?.body.image.id
  // Refused as Meta refuses media that it no longer has.
  api.answer(({ body }) => (body.image?.id === first ? { code: 131053, message: 'Media upload error' } : 'accept'))
  assert.equal((await send(message())).outcome, 'accepted')
  assert.notEqual(api.accepted.at(-1)?.body.image.id, first)
  assert.equal(uploadsAt() - before, 2)
  // Freshly uploaded media that is refused is not uploaded again.
  api.answer(() => ({ code: 131053, message: 'Media upload error' }))
  const another = bench.message(newUuid(), { ...text, attachments: [attachment({})] })
  assert.deepEqual([(await send(another)).outcome, uploadsAt() - before], ['refused', 3])
  api.answer(() => 'accept')
})

test('spec 7.32: where an upload fails, the next of those who wait for it uploads', async () => {
  let opened = 0
  const open = async () => {
    if (++opened === 1) throw new Error('the disk is away for a moment')
    return Readable.from([Buffer.alloc(200_000, 1)])
  }
  const shared = attachment({ open })
  const message = () => bench.message(newUuid(), { ...text, attachments: [shared] })
  const results = await Promise.all([send(message()), send(message()), send(message())])
  assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['accepted', 'accepted', 'temporary'])
  assert.equal(opened, 2)
})

test('spec 7.32: two attachments are refused before a word to the provider, and one that cannot be read waits', async () => {
  const before = api.requests.length
  const two = await send(bench.message(newUuid(), { ...text, attachments: [attachment({}), attachment({})] }))
  assert.deepEqual([two.outcome, 'code' in two && two.code], ['refused', 'content_not_taken'])
  const open = () => Promise.reject(new Error('the disk is away'))
  const unread = await send(bench.message(newUuid(), { ...text, attachments: [attachment({ open })] }))
  assert.equal(unread.outcome, 'temporary')
  assert.equal(api.requests.length, before)
})

test('spec 7.32: an attachment that breaks off in the middle sends nothing', async () => {
  const taken = api.accepted.length
  const open = async () =>
    Readable.from(
      (async function* () {
        yield randomBytes(10_000)
        throw new Error('the disk went away')
      })(),
    )
  const broken = await send(bench.message(newUuid(), { ...text, attachments: [attachment({ open })] }))
  assert.equal(broken.outcome, 'temporary', JSON.stringify(broken))
  assert.equal(api.accepted.length, taken)
})

test('spec 7.33: a code is refused, throttled, or of the account, as the table says, with its number in the detail', async () => {
  const outcomes: [decision: object, outcome: string, code?: string][] = [
    [{ code: 131047 }, 'refused', 'session_window_closed'],
    [{ code: 131026 }, 'refused', 'recipient_unreachable'],
    [{ code: 131043 }, 'refused', 'expired_unsent'],
    [{ code: 131050 }, 'refused', 'recipient_unsubscribed'],
    [{ code: 132000 }, 'refused', 'template_mismatch'],
    [{ code: 999999 }, 'refused', 'refused'],
    [{ code: 999999, status: 500 }, 'temporary'],
    [{ code: 131056 }, 'throttled'],
    [{ code: 80007, status: 429 }, 'throttled'],
    [{ code: 190, status: 401 }, 'unavailable'],
    [{ code: 368 }, 'unavailable'],
    [{ code: 131031 }, 'unavailable'],
    [{ code: 131042 }, 'unavailable'],
    [{ code: 100 }, 'refused', 'invalid_message'],
    [{ code: 100, subcode: 33 }, 'unavailable'],
    [{ code: 200, status: 403 }, 'unavailable'],
  ]
  for (const [decision, outcome, code] of outcomes) {
    api.answer(() => decision as { code: number })
    const result = await send(bench.message(newUuid()))
    const what = JSON.stringify([decision, result])
    assert.equal(result.outcome, outcome, what)
    const detail = 'detail' in result ? englishOf(result.detail) : ''
    assert.ok(detail.startsWith(`Meta ${(decision as { code: number }).code}: `), what)
    assert.equal('code' in result ? result.code : undefined, code, what)
  }
  api.answer(() => 'accept')
})

test('spec 7.33: how long to wait is as the answer says, in seconds or as a date', async () => {
  const wait = async (retryAfter: string) => {
    api.answer(() => ({ code: 130429, retryAfter }))
    const result = await send(bench.message(newUuid()))
    assert.ok(result.outcome === 'throttled')
    return result.retryAfterMs
  }
  assert.equal(await wait('7'), 7000)
  const inAnHour = (await wait(new Date(Date.now() + 3600_000).toUTCString())) as number
  assert.ok(inAnHour > 3000_000 && inAnHour <= 3600_000)
  assert.equal(await wait('soon'), null)
  api.answer(() => 'accept')
})

test('spec 7.33: an answer that is not the API’s is no word of what became of it, unless it says that nothing did', async () => {
  const outcomes: [status: number, text: string, outcome: string][] = [
    [200, 'OK', 'unknown'],
    [200, '{"messages":[]}', 'unknown'],
    [200, '{"messages":[{"id":7}]}', 'unknown'],
    [200, '[]', 'unknown'],
    [502, '<html>Bad Gateway</html>', 'unknown'],
    [504, '', 'unknown'],
    [503, '', 'temporary'],
    [429, '', 'throttled'],
    [302, '', 'unavailable'],
    [401, '{"error":"no"}', 'unavailable'],
    [404, '', 'refused'],
  ]
  for (const [status, words, outcome] of outcomes) {
    api.answer(() => ({ status, text: words }))
    assert.equal((await send(bench.message(newUuid()))).outcome, outcome, `${status} ${words}`)
  }
  api.answer(() => 'accept')
})
