// A reaction is exactly one emoji.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { readEmoji } from './emoji.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 10n)
const { id: contact_id } = await asha.make('/v1/contacts', { email: 'ravi@farm.example' })
const { id: conversation_id } = await asha.make('/v1/conversations', { contact_id })
const message = await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' })
const path = `/v1/messages/${message.id}/reactions`

test('spec 7.18: flags, skin tones, families and keycaps are one emoji each', () => {
  for (const one of ['👍', '👍🏽', '🇮🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '👩🏽‍❤️‍💋‍👨🏿', '1️⃣', '🏳️‍🌈', '❤️', '🪔', '🙏🏿'])
    assert.equal(readEmoji(one), one, one)
})

test('spec 7.18: without the sign that asks for the picture it is the same emoji', () => {
  assert.equal(readEmoji('❤'), '❤️')
  assert.equal(readEmoji('✔'), '✔️')
})

test('spec 7.18: text, blanks, digits, several, and parts of one are none', () => {
  for (const none of [
    '',
    ' ',
    'ok',
    'a',
    '1',
    '#',
    '👍👍',
    '👍 ',
    '👍a',
    '🇮',
    '🏽x',
    '\u200d',
    '\ufe0f',
    'नमस्ते',
    '👨‍',
    '🇮🇳🇮🇳',
    ':)',
  ])
    assert.equal(readEmoji(none), null, JSON.stringify(none))
})

test('spec 7.18: anything else is refused, and what was there from before stays and can be taken back', async () => {
  for (const emoji of ['ok', '👍👍', ' ', '1', '👍 nice'])
    assertRefused(await asha.post(path, { emoji }), 422, 'invalid_content', 'emoji')
  assert.deepEqual((await asha.get(`/v1/messages/${message.id}`)).body.reactions, [])
  await samvad.rows(
    `insert into reactions (org_id, message_id, reactor_id, is_user, emoji, created_at)
    values ($1, $2, $3, true, 'ok', now() - interval '1 day')`,
    [samvad.company.organizationId, uuidOf('msg', message.id), samvad.company.userId],
  )
  const heart = await asha.post(path, { emoji: '❤' })
  assert.deepEqual(
    heart.body.reactions.map(({ emoji, reactor_id }: any) => [emoji, reactor_id]),
    [
      ['ok', publicId('user', samvad.company.userId)],
      ['❤️', publicId('user', samvad.company.userId)],
    ],
  )
  await asha.delete(`${path}?emoji=ok`)
  const gone = await asha.delete(`${path}?emoji=${encodeURIComponent('❤')}`)
  assert.deepEqual(gone.body.reactions, [])
})
