// Rules of a template's header, footer and buttons, and filling them with values. Pure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { readWritten, type WrittenComponents } from './component-rules.ts'
import type { ButtonIn } from './component-schema.ts'
import { shownWith } from './components.ts'
import { componentsOn, readTemplate, renderTemplate } from './rules.ts'

const errorsOf = (written: Partial<WrittenComponents>, category: 'marketing' | 'utility' = 'marketing') => {
  const found = readWritten({ header: null, footer: null, buttons: null, ...written }, category)
  return found && 'errors' in found ? found.errors.map(({ field, code }) => `${field} ${code}`) : []
}
const of = (...buttons: ButtonIn[]) => errorsOf({ buttons })
const reply = (text: string): ButtonIn => ({ type: 'quick_reply', text })
const url = (address: string, text = 'Open'): ButtonIn => ({ type: 'url', text, url: address })

test('spec 15.41: what Meta would refuse of header and footer is told at the field', () => {
  const header = (text: string) => errorsOf({ header: { type: 'text', text } })
  assert.deepEqual(header('Order {{number}}'), [])
  assert.deepEqual(header('x'.repeat(61)), ['header.text too_long'])
  assert.deepEqual(header('{{a}} and {{b}}'), ['header.text one_variable'])
  assert.deepEqual(header('Sale 🎉'), ['header.text emoji_or_formatting'])
  assert.deepEqual(header('*Sale*'), ['header.text emoji_or_formatting'])
  assert.deepEqual(errorsOf({ header: { type: 'text' } }), ['header.text required'])
  assert.deepEqual(errorsOf({ header: { type: 'image' } }), ['header.attachment_id required'])
  assert.deepEqual(errorsOf({ header: { type: 'image', attachment_id: newUuid(), text: 'x' } }), [
    'header.text not_allowed_with',
  ])
  assert.deepEqual(errorsOf({ header: 'ASHATX' }), ['header wrong_type'])
  assert.deepEqual(errorsOf({ footer: 'x'.repeat(61) }), ['footer too_long'])
  assert.deepEqual(errorsOf({ footer: 'For {{name}}' }), ['footer no_variables_here'])
})

test('spec 15.41: what Meta would refuse of buttons is told at the field of the button', () => {
  assert.deepEqual(of(reply('Yes'), reply('No'), url('https://shop.example/{{1}}')), [])
  assert.deepEqual(of(reply('x'.repeat(26))), ['buttons[0].text too_long'])
  assert.deepEqual(of(reply('Yes {{name}}')), ['buttons[0].text no_variables_here'])
  assert.deepEqual(of(reply('Yes 👍')), ['buttons[0].text emoji_or_formatting'])
  assert.deepEqual(of(reply('Yes'), reply('Yes')), ['buttons[1].text duplicate'])
  assert.deepEqual(of({ type: 'url', text: 'Open' }), ['buttons[0].url required'])
  assert.deepEqual(of({ ...reply('Yes'), url: 'https://a.example' }), ['buttons[0].url not_allowed_with'])
  for (const address of ['shop', 'ftp://shop.example', 'https://', 'https://shop.example{{1}}', 'https://{{1}}'])
    assert.deepEqual(of(url(address)), ['buttons[0].url not_web_address'], address)
  for (const address of ['https://shop.example/{{1}}/now', 'https://shop.example/{{1}}{{2}}'])
    assert.deepEqual(of(url(address)), ['buttons[0].url url_variable_at_end'], address)
  const three = ['One', 'Two', 'Three'].map((text) => url('https://shop.example/', text))
  assert.deepEqual(of(...three), ['buttons[2].type too_many_of_type'])
  assert.deepEqual(of({ type: 'phone_number', text: 'Call', phone_number: '12' }).length, 1)
  const code = (value: string): ButtonIn => ({ type: 'copy_code', code: value })
  assert.deepEqual(of(code('{{code}}')), [])
  assert.deepEqual(of(code('X{{code}}')), ['buttons[0].code code_or_variable'])
  assert.deepEqual(of(code('x'.repeat(16))), ['buttons[0].code too_long'])
  assert.deepEqual(errorsOf({ buttons: [code('SAVE20')] }, 'utility'), ['buttons[0].type copy_code_for_marketing'])
  assert.deepEqual(of(reply('Yes'), url('https://shop.example/'), reply('No')), ['buttons[2].type quick_replies_apart'])
})

test('spec 15.40: other channels have neither footer nor buttons, and the header of an SMS is its sender', () => {
  const on = (channel: 'email' | 'sms', written: Partial<WrittenComponents>) =>
    componentsOn(channel, written, null).errors.map(({ field, code }) => `${field} ${code}`)
  const object = { type: 'text', text: 'Hello' } as const
  assert.deepEqual(on('email', { header: object, footer: 'x', buttons: [reply('Yes')] }), [
    'header not_on_channel',
    'footer not_on_channel',
    'buttons not_on_channel',
  ])
  assert.deepEqual(on('sms', { header: object }), ['header wrong_type'])
  assert.deepEqual(componentsOn('sms', { header: 'ASHATX', buttons: [] }, null), {
    header: 'ASHATX',
    components: null,
    errors: [],
  })
})

test('spec 15.42: the variables of all components are those of the template, and stand in their places, also in addresses', () => {
  const components = {
    header: { type: 'text', text: 'Order {{number}}' },
    footer: 'Pune',
    buttons: [
      { type: 'quick_reply', text: 'Yes' },
      { type: 'url', text: 'Track', url: 'https://shop.example/t/{{path}}' },
      { type: 'copy_code', code: '{{code}}' },
    ],
  } as const
  const read = readTemplate('app', { subject: null, text: 'Dear {{name}}', html: null, components })
  assert.ok(!('errors' in read))
  assert.deepEqual(read.names, ['name', 'number', 'path', 'code'])
  const variables = { name: 'Ravi', number: '1042', path: 'a b?q=1%20', code: 'SAVE20' }
  const made = renderTemplate(read, variables)
  assert.ok(!(made instanceof Refusal))
  assert.equal(made.text, 'Dear Ravi')
  assert.deepEqual(made.components, {
    header: { type: 'text', text: 'Order 1042' },
    footer: 'Pune',
    buttons: [
      { type: 'quick_reply', text: 'Yes' },
      { type: 'url', text: 'Track', url: 'https://shop.example/t/a%20b?q=1%20' },
      { type: 'copy_code', code: 'SAVE20' },
    ],
  })
  assert.deepEqual(shownWith(components, variables), made.components)
  const refused = (more: object) => {
    const found = renderTemplate(read, { ...variables, ...more })
    assert.ok(found instanceof Refusal)
    return found.errors.map(({ field, code, params }) => [field, code, params.other])
  }
  assert.deepEqual(refused({ code: 'x'.repeat(16) }), [['variables', 'variables_too_long', 'buttons[2].code']])
  assert.deepEqual(refused({ number: 'x'.repeat(60) }), [['variables', 'variables_too_long', 'header.text']])
  assert.deepEqual(refused({ code: 'a\nb' }), [['variables.code', 'variable_not_one_line', undefined]])
})
