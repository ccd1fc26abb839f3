// Names and texts of only blank characters are refused everywhere.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileCheck } from '#edge/validation.ts'
import { isBlank } from '#kit/text.ts'
import { In } from '#kit/wire.ts'
import fc, { anyText } from '../cases.ts'
import { fund, startSamvad } from '../harness.ts'
import { assertRefused, person } from '../story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 10n)
const { id: contact_id } = await asha.make('/v1/contacts', { email: 'ravi@farm.example' })
const { id: conversation_id } = await asha.make('/v1/conversations', { contact_id })

/** Spaces of every width, line breaks, direction marks, and invisible letters. */
const blanks = [
  ' ',
  '   ',
  '\t\n',
  '\u00a0',
  '\u3000\u2003',
  '\u200b',
  '\u200e\u200f',
  '\ufeff',
  '\u2800',
  '\u3164',
  '\u00ad',
]

test('spec 3.11: every name and text of blanks is refused where it is given, and says that it must not be blank', async () => {
  const message = { conversation_id, channel: 'email' }
  for (const blank of blanks) {
    for (const [path, json, field] of [
      ['/v1/contacts', { display_name: blank, email: 'a@b.example' }, 'display_name'],
      ['/v1/groups', { name: blank }, 'name'],
      ['/v1/groups', { name: 'Traders', description: blank }, 'description'],
      ['/v1/messages', { ...message, text: blank }, 'text'],
      ['/v1/messages', { ...message, html: blank }, 'html'],
      ['/v1/messages', { ...message, subject: blank.replace(/[\t\n]/g, ' '), text: 'Ready' }, 'subject'],
    ] as const) {
      const answer = await asha.post(path, json)
      assertRefused(answer, 422, 'invalid_content', field)
      assert.equal(answer.body.errors[0].code, 'blank', answer.text)
    }
  }
  const item = await asha.post('/v1/messages/batch', { messages: [{ ...message, text: ' ' }] })
  assert.equal(item.body.data[0].status, 422)
  assert.equal((await asha.get('/api/v1/billing/transactions')).body.data.length, 1, 'nothing was charged')
})

test('spec 3.11: one sign among blanks is enough, and text keeps the blanks around it', async () => {
  const text = ' \u200f\n नमस्ते '
  const sent = await asha.make('/v1/messages', { conversation_id, channel: 'email', text })
  assert.equal(sent.text, text)
})

const check = compileCheck(In.object({ name: In.text(1000) }))

test('spec 3.11: whatever is written, it is refused when it is blank, or cannot be stored, and taken otherwise', () => {
  const sign = fc.oneof(fc.constantFrom(...blanks.join('')), anyText({ minLength: 1, maxLength: 1 }))
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 20 }), (signs) => {
      const name = signs.join('')
      const isStorable = !name.includes('\0') && name.isWellFormed()
      const faults = check({ name })
      assert.equal(faults.length === 0, isStorable && !isBlank(name), JSON.stringify(name))
    }),
  )
})

test('spec 3.11: a long text that is blank, or cannot be stored, is refused like a short one', () => {
  const long = compileCheck(In.object({ name: In.text(100_000) }))
  for (const name of [' '.repeat(100_000), `${'a'.repeat(99_999)}\0`]) assert.equal(long({ name }).length, 1)
})
