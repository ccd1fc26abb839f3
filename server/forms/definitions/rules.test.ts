// Rules of a definition: errors name their path, and accepted definitions are stored as intended.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition, Field, FieldType, Settings } from './definition.ts'
import { fieldTypes } from './definition.ts'
import { propertiesOf } from './field-rules.ts'
import { FIELDS_MAX, FORM_OPTIONS_MAX, PAGES_MAX } from './limits.ts'
import { DEFAULT_SETTINGS, errorsBeforePublishing, readDefinition } from './rules.ts'

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

test('spec 22.1: every type of field is accepted with its properties, and refuses those of others', () => {
  for (const type of fieldTypes) {
    assert.deepEqual(errorsIn([field('one', type)]), [], type)
    const isForeign = (name: keyof Field) => !(propertiesOf[type] as readonly string[]).includes(name)
    const foreign = (['country', 'accept', 'step', 'from', 'channels', 'pattern', 'jumps'] as const).filter(isForeign)
    const values = {
      country: 'IN',
      accept: ['pdf'],
      step: 1,
      from: 'utm',
      channels: ['email'],
      pattern: 'pan',
      jumps: [],
    }
    for (const name of foreign) {
      const found = errorsIn([email, field('one', type, { [name]: values[name] })])
      assert.deepEqual(found, [[`fields[1].${name}`, 'form_property_for']], `${type} ${name}`)
    }
  }
})

test('spec 22.1: keys are used once, options are stored with their values and used once', () => {
  assert.deepEqual(errorsIn([field('a'), field('a')]), [['fields[1].key', 'duplicate']])
  const { fields } = valueOf([field('a', 'dropdown', { options: ['x', { value: 'y', label: 'Y' }] })])
  assert.deepEqual(fields[0]?.options, [{ value: 'x' }, { value: 'y', label: 'Y' }])
  assert.deepEqual(errorsIn([field('a', 'dropdown', { options: ['x', 'y', { value: 'x' }] })]), [
    ['fields[0].options[2].value', 'duplicate'],
  ])
  assert.deepEqual(errorsIn([field('a', 'dropdown', { options: ['x'] })]), [
    ['fields[0].options', 'form_options_missing'],
  ])
})

test('spec 22.1: bounds fit each other, and a default is an answer that the field accepts', () => {
  const wrong: [object, FieldType, string][] = [
    [{ min: 5, max: 1 }, 'number', 'min'],
    [{ min_length: 9, max_length: 3 }, 'short_text', 'min_length'],
    [{ max_length: 1001 }, 'short_text', 'max_length'],
    [{ max: 11 }, 'rating', 'max'],
    [{ max: 2 }, 'rating', 'max'],
    [{ min: 2 }, 'scale', 'min'],
    [{ min: 1, max: 1 }, 'scale', 'max'],
    [{ max: 7.5 }, 'scale', 'max'],
    [{ max_choices: 4 }, 'multiple_choice', 'max_choices'],
    [{ min_choices: 3, max_choices: 2 }, 'multiple_choice', 'min_choices'],
    [{ after: '2026-02-30' }, 'date', 'after'],
    [{ after: '18:30' }, 'date', 'after'],
    [{ before: 'today' }, 'time', 'before'],
    [{ after: '2026-02-02', before: '2026-02-01' }, 'date', 'before'],
    [{ country: 'XX' }, 'phone', 'country'],
    [{ default: 'no' }, 'yes_no', 'default'],
    [{ default: 'z' }, 'dropdown', 'default'],
    [{ default: ['a', 'a'] }, 'multiple_choice', 'default'],
    [{ default: 0.15, step: 0.1 }, 'number', 'default'],
    [{ default: 6 }, 'rating', 'default'],
    [{ default: 12 }, 'short_text', 'default'],
  ]
  for (const [rest, type, at] of wrong)
    assert.deepEqual(
      errorsIn([field('a', type, rest)]).map(([path]) => path),
      [`fields[0].${at}`],
      `${type} ${JSON.stringify(rest)}`,
    )
  const right: [object, FieldType][] = [
    [{ default: 0.3, step: 0.1, min: 0 }, 'number'],
    [{ default: ['a', 'c'], min_choices: 1, max_choices: 2 }, 'multiple_choice'],
    [{ after: 'today', before: '2099-12-31', default: 'today' }, 'date'],
    [{ after: '09:00', before: '18:30' }, 'time'],
    [{ min: 0, max: 10, default: 0 }, 'scale'],
  ]
  for (const [rest, type] of right) assert.deepEqual(errorsIn([field('a', type, rest)]), [], JSON.stringify(rest))
})

test('spec 22.5: a page break can show or skip the page that it begins, by answers of earlier pages', () => {
  const fields = (of: string) => [
    field('kind', 'yes_no'),
    field('more', 'page_break', { show_if: { field: of, is: true } }),
    field('why', 'yes_no'),
  ]
  assert.deepEqual(errorsIn(fields('kind')), [])
  assert.deepEqual(errorsIn(fields('why')), [['fields[1].show_if.field', 'form_field_not_earlier']])
})

test('spec 22.2: options, pages and bytes of a form have limits', () => {
  const options = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`)
  const choices = (...counts: number[]) =>
    counts.map((count, index) => field(`f${index}`, 'dropdown', { options: options(count) }))
  assert.deepEqual(errorsIn(choices(500, 500)), [])
  assert.deepEqual(errorsIn(choices(500, 500, 2)), [['fields', 'form_too_many_options']])
  const pages = (count: number) =>
    Array.from({ length: count }, (_, index) => [field(`p${index}`, 'page_break'), field(`t${index}`)]).flat()
  assert.deepEqual(errorsIn([field('first'), ...pages(PAGES_MAX - 1)]), [])
  assert.deepEqual(errorsIn([field('first'), ...pages(PAGES_MAX)]), [['fields', 'form_too_many_pages']])
  const heavy = Array.from({ length: FIELDS_MAX }, (_, index) =>
    field(`h${index}`, 'heading', { help: 'क'.repeat(900) }),
  )
  assert.deepEqual(errorsIn(heavy), [['fields', 'form_too_large']])
  assert.ok(FORM_OPTIONS_MAX < 2000)
})

test('spec 22.4: a condition uses earlier fields only, and compares as the type allows', () => {
  const fields = [
    field('name'),
    field('age', 'number'),
    field('colour', 'dropdown', { options: ['red', 'blue'] }),
    field('many', 'multiple_choice'),
    field('agreed', 'consent'),
    field('cv', 'file'),
    field('day', 'date'),
    field('title', 'heading'),
  ]
  const errorsOf = (show_if: unknown) => errorsIn([...fields, field('last', 'short_text', { show_if }), field('later')])
  const accepted: unknown[] = [
    { field: 'name', contains: 'ra' },
    { field: 'age', after: 18 },
    { field: 'colour', is: 'red' },
    { field: 'many', contains: 'a' },
    { field: 'agreed', is: true },
    { field: 'cv', answered: true },
    { field: 'day', before: 'today' },
    { all: [{ any: [{ not: { field: 'name', is: 'x' } }] }] },
  ]
  for (const one of accepted) assert.deepEqual(errorsOf(one), [], JSON.stringify(one))
  const at = 'fields[8].show_if'
  const refused: [unknown, string, string][] = [
    [{ field: 'later', is: 'x' }, `${at}.field`, 'form_field_not_earlier'],
    [{ field: 'last', is: 'x' }, `${at}.field`, 'form_field_not_earlier'],
    [{ field: 'nobody', is: 'x' }, `${at}.field`, 'form_field_unknown'],
    [{ field: 'title', answered: true }, `${at}.field`, 'form_field_unknown'],
    [{ field: 'constructor', is: 'x' }, `${at}.field`, 'form_field_unknown'],
    [{ field: 'colour', is: 'green' }, `${at}.is`, 'form_value_not_option'],
    [{ field: 'many', is: 'a' }, `${at}.is`, 'form_field_not_comparable'],
    [{ field: 'cv', is: 'x' }, `${at}.is`, 'form_field_not_comparable'],
    [{ field: 'age', is: '18' }, `${at}.is`, 'wrong_type'],
    [{ field: 'day', after: 'yesterday' }, `${at}.after`, 'wrong_format'],
    [{ field: 'name', is: 'x', is_not: 'y' }, at, 'only_one_of_fields'],
    [{ field: 'name' }, at, 'one_of_fields'],
    [{ any: [] }, `${at}.any`, 'too_few_items'],
    [{ field: 'name', matches: '(a+)+$' }, `${at}.matches`, 'unknown_field'],
    [{ not: { not: { not: { not: { not: { field: 'name', is: 'x' } } } } } }, `${at}.not.not.not.not`, 'too_deep'],
    [{ all: Array.from({ length: 21 }, () => ({ field: 'name', is: 'x' })) }, `${at}.all`, 'too_many_conditions'],
    [
      { all: [0, 1].map(() => ({ any: Array.from({ length: 11 }, () => ({ field: 'name', is: 'x' })) })) },
      at,
      'too_many_conditions',
    ],
    [null, at, 'wrong_type'],
    [['all'], at, 'wrong_type'],
  ]
  for (const [condition, path, code] of refused)
    assert.deepEqual(errorsOf(condition), [[path, code]], JSON.stringify(condition))
})

test('spec 22.5: a page leads only to a later page or to the end', () => {
  const when: Condition = { field: 'a', answered: true }
  const form = (to: string, at: 1 | 3) =>
    [field('a'), field('p1', 'page_break'), field('b'), field('p2', 'page_break'), field('c')].map((one, index) =>
      index === at ? { ...one, jumps: [{ if: when, to }] } : one,
    )
  assert.deepEqual(errorsIn(form('p2', 1)), [])
  assert.deepEqual(errorsIn(form('end', 3)), [])
  for (const to of ['p1', 'p2', 'b', 'nowhere'])
    assert.deepEqual(errorsIn(form(to, 3)), [['fields[3].jumps[0].to', 'form_jump_not_forward']], to)
  assert.deepEqual(errorsIn([field('a'), field('end', 'page_break'), field('b')]), [
    ['fields[1].key', 'form_key_reserved'],
  ])
})

test('spec 22.12: a form without anything to fill in, or with an empty page, is not published', () => {
  const errorsOf = (...fields: Field[]) =>
    errorsBeforePublishing(valueOf(fields)).map(({ field, code }) => [field, code])
  assert.deepEqual(errorsOf(), [['fields', 'form_no_fields']])
  assert.deepEqual(errorsOf(field('a', 'heading'), field('b', 'hidden')), [['fields', 'form_no_fields']])
  assert.deepEqual(errorsOf(field('a'), field('p', 'page_break')), [['fields[1]', 'form_page_empty']])
  assert.deepEqual(errorsOf(field('p', 'page_break'), field('a')), [['fields[0]', 'form_page_empty']])
  assert.deepEqual(errorsOf(field('a'), field('p', 'page_break'), field('q', 'page_break'), field('b')), [
    ['fields[2]', 'form_page_empty'],
  ])
  assert.deepEqual(errorsOf(field('a'), field('p', 'page_break'), field('b', 'heading')), [])
})
