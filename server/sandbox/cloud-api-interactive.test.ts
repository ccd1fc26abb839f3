// The sandbox's Cloud API refuses the same buttons, lists and quotes as Meta, and reads others as sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { Fields } from '#messaging/channels/app/json-values.ts'
import { payloadOf } from '#messaging/channels/app/payload.ts'
import { limits } from '#messaging/channels/interactive.ts'
import { interactiveOf } from '#messaging/messages/interactive.ts'
import fc from '../../test/cases.ts'
import { readParts } from './cloud-api-interactive.ts'

const line = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength })
const perhaps = <Value>(given: fc.Arbitrary<Value>) => fc.option(given, { nil: undefined })
const frame = { header: perhaps(line(limits.header)), footer: perhaps(line(limits.footer)) }
const buttons = fc.record({
  type: fc.constant('buttons' as const),
  ...frame,
  buttons: fc.array(fc.record({ id: perhaps(line(limits.buttonId)), title: line(limits.buttonTitle) }), {
    minLength: 1,
    maxLength: limits.buttons,
  }),
})
const row = fc.record({
  id: perhaps(line(limits.rowId)),
  title: line(limits.rowTitle),
  description: perhaps(line(limits.rowDescription)),
})
const list = fc.record({
  type: fc.constant('list' as const),
  ...frame,
  button: line(limits.listButton),
  sections: fc.array(
    fc.record({
      title: perhaps(line(limits.sectionTitle)),
      rows: fc.array(row, { minLength: 1, maxLength: limits.rows }),
    }),
    { minLength: 1, maxLength: limits.sections },
  ),
})

test('spec 7.71, 16.27: what we accept Meta takes, and shows as we show it', () => {
  let taken = 0
  fc.assert(
    fc.property(fc.oneof(buttons, list), line(limits.body), (given, text) => {
      const interactive = interactiveOf(given)
      if (Array.isArray(interactive)) return
      taken++
      const content = { subject: null, text, html: null, template: null, interactive, attachments: [] }
      const payload = payloadOf({ deliveryId: newUuid(), content, quoted: 'wamid.1' }, { to: '919876543210' }, null)
      assert.deepEqual(readParts(payload as Fields), { text, interactive, quoted: 'wamid.1' })
    }),
  )
  assert.ok(taken > 0)
})

test('spec 16.27: what is beyond the limits of Meta is refused with its codes', () => {
  const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
  const ofButtons = (...all: object[]) => ({ type: 'button', body: { text: 'Ok?' }, action: { buttons: all } })
  const ofList = (...sections: object[]) => ({
    type: 'list',
    body: { text: 'Ok?' },
    action: { button: 'Choose', sections },
  })
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, title: 'Row' }))
  const cases: [interactive: object, code: number | null][] = [
    [ofButtons(reply('a', 'Yes'), reply('b', 'No'), reply('c', 'Later')), null],
    [ofButtons(), 131008],
    [ofButtons(...['a', 'b', 'c', 'd'].map((id) => reply(id, id))), 131009],
    [ofButtons(reply('a', 'Yes'), reply('a', 'No')), 131009],
    [ofButtons(reply('a', 'Yes'), reply('b', 'Yes')), 131009],
    [ofButtons(reply('a', 'x'.repeat(21))), 131009],
    [ofButtons(reply(' a', 'Yes')), 131009],
    [ofButtons({ type: 'url' }), 131009],
    [{ ...ofButtons(reply('a', 'Yes')), body: undefined }, 131008],
    [{ ...ofButtons(reply('a', 'Yes')), header: { type: 'image', image: { id: '7' } } }, null],
    [{ ...ofButtons(reply('a', 'Yes')), header: { type: 'audio', audio: { id: '7' } } }, 131009],
    [ofList({ rows: rows(10) }), null],
    [ofList({ rows: rows(11) }), 131009],
    [ofList({ title: 'A', rows: rows(6) }, { title: 'B', rows: rows(6) }), 131009],
    [ofList({ title: 'A', rows: rows(1) }, { rows: [{ id: 'x', title: 'X' }] }), 131008],
    [ofList({ rows: [{ id: 'x', title: 'x'.repeat(25) }] }), 131009],
    [ofList({ rows: [{ id: 'x', title: 'X', description: 'x'.repeat(73) }] }), 131009],
    [{ ...ofList({ rows: rows(1) }), header: { type: 'image', image: { id: '7' } } }, 131009],
    [{ type: 'carousel', action: {} }, 131009],
  ]
  for (const [interactive, code] of cases) {
    const read = readParts({ type: 'interactive', interactive })
    assert.equal('fault' in read ? read.fault.code : null, code, JSON.stringify(interactive))
  }
  assert.ok('fault' in readParts({ type: 'text', text: { body: 'Yes' }, context: { message_id: 7 } }))
})
