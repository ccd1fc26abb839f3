// Rules of a form's settings: languages, redirect, embedding, colours, and actions on the contact.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, type FieldType, type Settings, textIn } from './definition.ts'
import { DEFAULT_SETTINGS, readDefinition } from './rules.ts'

const PLAIN: Partial<Record<FieldType, object>> = {
  single_choice: { options: ['a', 'b'] },
  multiple_choice: { options: ['a', 'b', 'c'] },
  dropdown: { options: ['a', 'b'] },
  consent: { text: 'I agree.' },
}
const field = (key: string, type: FieldType = 'short_text', rest: object = {}) =>
  ({ key, type, label: 'Label', ...PLAIN[type], ...rest }) as Field
const email = field('email', 'email', { map_to: 'email' })

function errorsIn(fields: readonly Field[], settings: Partial<Settings> = {}): [string, string][] {
  const reading = readDefinition(fields, { ...DEFAULT_SETTINGS, ...settings })
  return 'errors' in reading ? reading.errors.map(({ field, code }) => [field, code]) : []
}
const valueOf = (fields: readonly Field[], settings: Partial<Settings> = {}) => {
  const reading = readDefinition(fields, { ...DEFAULT_SETTINGS, ...settings })
  assert.ok('value' in reading, JSON.stringify(reading))
  return reading.value
}

test('spec 22.8: texts are in the languages of the form, always in its default one', () => {
  const settings = { languages: ['hi', 'mr'], default_language: 'hi' }
  assert.deepEqual(errorsIn([field('a', 'short_text', { label: { hi: 'नाम', mr: 'नाव' } })], settings), [])
  assert.deepEqual(errorsIn([field('a', 'short_text', { label: { mr: 'नाव', en: 'Name' } })], settings), [
    ['fields[0].label.en', 'form_language_missing'],
    ['fields[0].label', 'form_text_without_default'],
  ])
  assert.deepEqual(errorsIn([field('a')], { languages: ['en'], default_language: 'hi' }), [
    ['settings.default_language', 'not_one_of'],
  ])
  const value = valueOf([field('a', 'short_text', { label: { hi: 'नाम', mr: 'नाव' } })], settings)
  const label = value.fields[0]?.label ?? ''
  assert.deepEqual(
    ['mr', 'en', 'constructor'].map((language) => textIn(label, language, value.settings)),
    ['नाव', 'नाम', 'नाम'],
  )
})

test('spec 22.9: a redirect is https, embedding sites are exact origins, and the accent can be read', () => {
  for (const redirect_url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'http://shop.example/',
    '//shop.example',
    'https://asha:secret@shop.example/',
    'https:',
  ])
    assert.deepEqual(
      errorsIn([field('a')], { redirect_url }),
      [['settings.redirect_url', 'form_redirect']],
      redirect_url,
    )
  const thanks = { redirect_url: 'https://shop.example/', thank_you: { title: 'Thanks' } }
  assert.deepEqual(errorsIn([field('a')], thanks), [['settings.redirect_url', 'not_allowed_with']])
  const { settings } = valueOf([field('a')], {
    redirect_url: 'https://Shop.example/thanks?x=1',
    embed_origins: ['https://Shop.example', 'https://दुकान.example:8443/', 'https://[::1]:8443'],
  })
  assert.equal(settings.redirect_url, 'https://shop.example/thanks?x=1')
  assert.deepEqual(settings.embed_origins, [
    'https://shop.example',
    'https://xn--11b7ah1gn.example:8443',
    'https://[::1]:8443',
  ])
  for (const origin of [
    '*',
    'https://*.shop.example',
    'http://shop.example',
    'https://shop.example/form',
    'https://shop.example?',
    "https://shop.example; script-src 'unsafe-inline'",
    'https:;',
    "https://a';b.example",
    'null',
  ])
    assert.deepEqual(
      errorsIn([field('a')], { embed_origins: [origin] }),
      [['settings.embed_origins[0]', 'form_origin']],
      origin,
    )
  assert.deepEqual(errorsIn([field('a')], { embed_origins: ['https://a.example', 'https://A.example/'] }), [
    ['settings.embed_origins[1]', 'duplicate'],
  ])
  const accents: [string, 'light' | 'dark' | 'auto', boolean][] = [
    ['#0b5fff', 'auto', true],
    ['#ffee00', 'light', false],
    ['#ffee00', 'dark', true],
    ['#101010', 'dark', false],
    ['#777777', 'light', false],
    ['#767676', 'light', true],
  ]
  for (const [accent, appearance, isFine] of accents)
    assert.deepEqual(
      errorsIn([field('a')], { theme: { accent, appearance } }),
      isFine ? [] : [['settings.theme.accent', 'form_accent_contrast']],
      `${accent} ${appearance}`,
    )
})

test('spec 22.10: each place of a contact has one field, of a type that fits', () => {
  assert.deepEqual(errorsIn([email, field('other', 'email', { map_to: 'email' })]), [
    ['fields[1].map_to', 'form_mapped_twice'],
  ])
  assert.deepEqual(errorsIn([field('a', 'short_text', { map_to: 'email' })]), [
    ['fields[0].map_to', 'form_not_mappable'],
  ])
  const city = { map_to: { attribute: 'city' } }
  assert.deepEqual(errorsIn([field('a', 'short_text', city), field('b', 'dropdown', city)]), [
    ['fields[1].map_to', 'form_mapped_twice'],
  ])
})

test('spec 22.10: what is done with a contact needs an address, and a consent is never preset', () => {
  const consent = field('offers', 'consent', { channels: ['email'] })
  const list_ids = ['01900000-0000-7000-8000-000000000001']
  const lone: [Partial<Settings>, string][] = [
    [{ list_ids }, 'settings.list_ids'],
    [{ create_conversation: true }, 'settings.create_conversation'],
    [{ double_opt_in: true }, 'settings.double_opt_in'],
    [{ auto_reply: { channel: 'email', template_id: list_ids[0] as string } }, 'settings.auto_reply.channel'],
  ]
  for (const [settings, path] of lone)
    assert.deepEqual(errorsIn([field('a')], settings), [[path, 'form_needs_address']], path)
  assert.deepEqual(errorsIn([field('a'), consent]), [['fields[1].channels[0]', 'form_needs_address']])
  assert.deepEqual(errorsIn([email, consent], { list_ids, double_opt_in: true, create_conversation: true }), [])
  assert.deepEqual(errorsIn([email], { double_opt_in: true }), [['settings.double_opt_in', 'form_needs_consent']])
  assert.deepEqual(errorsIn([field('a', 'consent', { default: true })]), [['fields[0].default', 'form_property_for']])
  const reply = { channel: 'email' as const, template_id: list_ids[0] as string, variables: { name: 'nobody' } }
  assert.deepEqual(errorsIn([email], { auto_reply: reply }), [
    ['settings.auto_reply.variables.name', 'form_field_unknown'],
  ])
})
