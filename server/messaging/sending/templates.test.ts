// Sending with a template, which is rendered when the message is accepted. spec 15.2, 15.6.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)

let count = 0
async function approved(more: object = {}): Promise<{ id: string; name: string }> {
  const fields = { name: `order_${++count}`, channel: 'email', language: 'en', category: 'utility' }
  const texts = { subject: 'Order {{number}}', text: 'Dear {{name}}', html: '<p>Dear {{name}}</p>' }
  const template = await asha.make('/v1/templates', { ...fields, ...texts, ...more })
  assert.equal((await asha.post(`/v1/templates/${template.id}/submit`)).body.status, 'approved')
  return template
}
const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
const variables = { number: '7', name: '<Ravi>' }
const draft = (template_id: string, more: object = {}) => ({
  conversation_id: conversation.id,
  channel: 'email',
  template_id,
  variables,
  ...more,
})
const written = async () => [
  await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId]),
  await samvad.rows('select count(*) from messages'),
]

test('spec 15.2, 15.6: a message is stored in the words of its template, with template, version and variables', async () => {
  const { id } = await approved()
  const message = await asha.make('/v1/messages', draft(id))
  const expected = { subject: 'Order 7', text: 'Dear <Ravi>', html: '<p>Dear &lt;Ravi&gt;</p>' }
  const shown = { ...expected, template_id: id, template_version: 1, variables, price: '0.15', send_at: null }
  const partOf = (one: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(shown).map((name) => [name, one[name]]))
  assert.deepEqual(partOf(message), shown)
  assert.deepEqual((await asha.get(`/v1/messages/${message.id}`)).body, message)
  assert.deepEqual((await asha.get(`/v1/messages?conversation_id=${conversation.id}&limit=1`)).body.data, [message])
  const form = await samvad.request('POST', '/v1/messages', {
    form: {
      conversation_id: conversation.id,
      channel: 'email',
      template_id: id,
      'variables[number]': '7',
      'variables[name]': '<Ravi>',
    },
  })
  assert.equal(form.status, 201, form.text)
  assert.deepEqual(partOf(form.body), shown)
})

test('spec 15.2: a missing or unknown variable is a 422 that names it, and nothing is written', async () => {
  const { id } = await approved()
  const sms = await approved({ channel: 'sms', subject: null, html: null })
  const before = await written()
  const post = (json: object) => asha.post('/v1/messages', json)
  assertRefused(await post(draft(id, { variables: { number: '7' } })), 422, 'invalid_content', 'variables.name')
  const more = { variables: { ...variables, other: 'x' } }
  assertRefused(await post(draft(id, more)), 422, 'invalid_content', 'variables.other')
  assertRefused(
    await post(draft(id, { variables: null })),
    422,
    'invalid_content',
    'variables.number',
    'variables.name',
  )
  const broken = { variables: { ...variables, number: '7\r\nBcc: all@farm.example' } }
  assertRefused(await post(draft(id, broken)), 422, 'invalid_content', 'variables.number')
  assertRefused(await post(draft(id, { text: 'Mine' })), 422, 'invalid_content', 'text')
  assertRefused(await post(draft(sms.id, { variables: { name: 'Ravi' } })), 422, 'invalid_content', 'channel')
  assertRefused(await post({ ...draft(id), template_id: null }), 422, 'invalid_content', 'template_id')
  const other = person(samvad, await samvad.newCompany('Bela Silks'))
  const theirs = await other.make('/v1/templates', {
    name: 'theirs',
    channel: 'email',
    language: 'en',
    category: 'utility',
    text: 'x',
  })
  assertRefused(await post(draft(theirs.id)), 404, 'not_found', 'template_id')
  assert.deepEqual(await written(), before)
})

const pause = ({ id }: { id: string }) => asha.post(`/v1/templates/${id}/pause`)
const remove = ({ id }: { id: string }) => asha.delete(`/v1/templates/${id}`)

test('a template that was paused or deleted sends and charges nothing from that answer on (spec 15.6)', async () => {
  for (const [away, code, status] of [
    [pause, 'template_unavailable', 422],
    [remove, 'not_found', 404],
  ] as const) {
    const [one, other] = [await approved(), await approved()]
    // Caches both templates and the wallet in the process.
    for (const { id } of [one, other]) assert.equal((await asha.post('/v1/messages', draft(id))).status, 201)
    const before = await written()
    assert.ok((await away(one)).status < 300)
    // Many at once, sharing a flush; those with the other template are sent.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => asha.post('/v1/messages', draft(index % 2 ? other.id : one.id))),
    )
    for (const [index, answer] of answers.entries())
      if (index % 2) assert.equal(answer.status, 201, answer.text)
      else assertRefused(answer, status, code, 'template_id')
    const { body } = await asha.post('/v1/messages/batch', { messages: [draft(one.id), draft(other.id)] })
    assert.deepEqual(
      body.data.map((item: { status: number }) => item.status),
      [status, 201],
    )
    const [[had], [{ count: counted }]] = before as [[{ balance_micros: bigint }], [{ count: bigint }]]
    const [[has], [{ count: counts }]] = (await written()) as typeof before as any
    assert.deepEqual([counts - counted, had.balance_micros - has.balance_micros], [5n, 5n * 150_000n])
  }
})

test('a template that was paused is refused where the send is decided behind the lock, too (spec 15.6)', async () => {
  const template = await approved()
  assert.equal((await asha.post('/v1/messages', draft(template.id))).status, 201)
  await pause(template)
  // Another wallet state than the process has cached.
  await samvad.rows('update wallets set state = gen_random_uuid() where org_id = $1', [organizationId])
  const before = await written()
  assertRefused(await asha.post('/v1/messages', draft(template.id)), 422, 'template_unavailable', 'template_id')
  assert.deepEqual(await written(), before)
})

test('with a language that was deleted the template itself is taken from that answer on (spec 15.6)', async () => {
  const { id, name } = await approved()
  const hindi = await approved({ name, language: 'hi' })
  const send = async () => (await asha.make('/v1/messages', draft(id, { language: 'hi' }))).template_id
  assert.equal(await send(), hindi.id)
  await remove(hindi)
  assert.equal(await send(), id)
})

test('spec 15.6: only an approved template is sent with; one that was resumed at once', async () => {
  const { id } = await approved()
  const status = async () => (await asha.post('/v1/messages', draft(id))).status
  assert.equal(await status(), 201)
  await pause({ id })
  assert.equal(await status(), 422)
  await asha.post(`/v1/templates/${id}/resume`)
  assert.equal(await status(), 201, 'what could not be used is not remembered')
  const unapproved = await asha.make('/v1/templates', {
    name: 'draft',
    channel: 'email',
    language: 'en',
    category: 'utility',
    text: 'x',
  })
  const refused = await asha.post('/v1/messages', draft(unapproved.id, { variables: {} }))
  assertRefused(refused, 422, 'template_unavailable', 'template_id')
})

test('spec 15.6: a message keeps the version it was made from, whatever becomes of its template', async () => {
  const { id } = await approved()
  const first = await asha.make('/v1/messages', draft(id))
  await asha.put(`/v1/templates/${id}`, { text: 'Hello {{name}}' })
  await asha.post(`/v1/templates/${id}/submit`)
  await eventually(
    'the new version is noticed',
    async () => (await asha.make('/v1/messages', draft(id))).template_version === 2,
  )
  await remove({ id })
  assert.equal((await asha.post('/v1/messages', draft(id))).status, 404)
  const { body } = await asha.get(`/v1/messages/${first.id}`)
  assert.deepEqual([body.text, body.template_version], ['Dear <Ravi>', 1])
  assertRefused(await asha.put(`/v1/messages/${first.id}`, { text: 'Mine' }), 409, 'conflict')
})

test('spec 15.6: of the templates of one name the language that is asked for is taken, else the given one', async () => {
  const { id, name } = await approved()
  const hindi = await approved({ name, language: 'hi', subject: 'ऑर्डर {{number}}', text: 'नमस्ते {{name}}' })
  const send = (language: string | null) => asha.make('/v1/messages', draft(id, { language }))
  const ids = [(await send('hi')).template_id, (await send('ta')).template_id, (await send(null)).template_id]
  assert.deepEqual(ids, [hindi.id, id, id])
  assertRefused(await asha.post('/v1/messages', draft(id, { language: '!' })), 422, 'invalid_content', 'language')
})

test('spec 7.3, 15.6: in a batch each message has its own template and values, and a bad one fails alone', async () => {
  const { id } = await approved()
  const messages = [
    draft(id, { variables: { number: '1', name: 'A' } }),
    { conversation_id: conversation.id, channel: 'email', text: 'Plain' },
    draft(id, { variables: {} }),
    draft(id, { variables: { number: '2', name: 'B' }, send_at: Math.floor(Date.now() / 1000) + 3600 }),
  ]
  const { body } = await asha.post('/v1/messages/batch', { messages })
  const outcomes = body.data.map(({ status, message }: any) => [status, message?.text])
  assert.deepEqual(outcomes, [
    [201, 'Dear A'],
    [201, 'Plain'],
    [422, undefined],
    [201, 'Dear B'],
  ])
})

test('spec 3.13, 15.6: the same request with its key has one effect, also when the template was paused since', async () => {
  const { id } = await approved()
  const headers = { 'Idempotency-Key': `template-${id}` }
  const first = await asha.post('/v1/messages', draft(id), { headers })
  await pause({ id })
  const again = await asha.post('/v1/messages', draft(id), { headers })
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
})

test('spec 5.12, 15.6: the values go with the message, and an export of the contact shows them', async () => {
  const { id } = await approved()
  const message = await asha.make('/v1/messages', draft(id))
  const { exportContact } = await import('#privacy/export.ts')
  const contactId = uuidOf('contact', contact.id)
  const data = await exportContact(samvad.app.database.reads, { organizationId, at: new Date() }, contactId)
  assert.ok(data.messages.some((one: any) => one.id === message.id && one.variables?.name === '<Ravi>'))
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  assert.deepEqual(await samvad.rows('select 1 from messages where id = $1', [uuidOf('msg', message.id)]), [])
})
