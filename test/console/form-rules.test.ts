// Pure rules of the form builder: texts in several languages, options as lines, order, conditions, and what is saved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelNames } from '#channels/table.ts'
import { operatorsOf } from '#forms/definitions/conditions.ts'
import * as server from '#forms/definitions/definition.ts'
import { holds } from '#forms/definitions/holds.ts'
import { readDefinition, settingsFrom } from '#forms/definitions/rules.ts'
import { submissionStates as serverStates } from '#forms/submissions/rules.ts'
import { channelOf } from '../../console/src/app/channels.ts'
import { sentenceOf } from '../../console/src/forms/builder/condition-sentence.ts'
import { comparisonsOf, conditionOf, draftOf, earlierFields } from '../../console/src/forms/builder/conditions.ts'
import { dropPlace, shiftOf } from '../../console/src/forms/builder/drop-place.ts'
import { newTexts } from '../../console/src/forms/builder/field-beginning.ts'
import { channelsReached, mappedAtFirst } from '../../console/src/forms/builder/mapping.ts'
import { linesOf, optionsOf, translatedOptions } from '../../console/src/forms/builder/options.ts'
import {
  addField,
  copyField,
  freeKey,
  moveField,
  newField,
  pageOf,
  removeField,
  renameField,
  restoreField,
} from '../../console/src/forms/builder/order.ts'
import { submissionStates } from '../../console/src/forms/known.ts'
import { pageTextKeys } from '../../console/src/forms/settings/settings-words.ts'
import { type Field, fieldTypes, isAnswered, patternNames, type Settings } from '../../console/src/forms/shape.ts'
import { starterNames, starterOf } from '../../console/src/forms/starters.ts'
import { ownText, shownText, withLanguages, withText } from '../../console/src/forms/texts.ts'
import { bodyOf, differing, writtenOf } from '../../console/src/forms/written.ts'

const both: Settings = { languages: ['en', 'hi'], default_language: 'en' }
const english: Settings = { languages: ['en'], default_language: 'en' }
const mail = channelNames.filter((channel) => channelOf(channel)?.isMail)
const read = (fields: readonly Field[], settings: Settings) =>
  readDefinition(fields as server.Field[], settingsFrom(settings as Parameters<typeof settingsFrom>[0]))

test('the console knows the types, patterns, fixed words and states that the service has', () => {
  assert.deepEqual(new Set(fieldTypes), new Set(server.fieldTypes))
  assert.deepEqual(patternNames, server.patternNames)
  assert.deepEqual(new Set(pageTextKeys), new Set(server.pageTextKeys))
  assert.deepEqual(submissionStates, serverStates)
  for (const type of fieldTypes) assert.equal(isAnswered({ type }), server.isAnswered({ type }))
})

test('spec 22.70: every form that one can begin with, and every new field, is one that the service takes', () => {
  for (const language of ['en', 'hi'] as const)
    for (const name of starterNames) {
      const { fields, settings } = starterOf(name, language, mail)
      const reading = read(fields, settings)
      assert.ok('value' in reading, `${name} in ${language}: ${JSON.stringify(reading)}`)
    }
  for (const settings of [english, both, { languages: ['mr', 'hi'], default_language: 'mr' }]) {
    let fields: Field[] = []
    for (const type of fieldTypes) {
      const keys = fields.map(({ key }) => key)
      const texts = newTexts(type, settings, channelsReached(fields, channelNames, channelOf))
      fields = addField(fields, mappedAtFirst(newField(type, texts, keys), fields), null)
    }
    fields = addField(
      fields,
      newField(
        'short_text',
        newTexts('short_text', settings, []),
        fields.map(({ key }) => key),
      ),
      null,
    )
    const reading = read(fields, settings)
    assert.ok('value' in reading, JSON.stringify(reading))
    assert.equal(fields.find(({ type }) => type === 'email')?.map_to, 'email')
    assert.ok(
      fields.find(({ type }) => type === 'consent')?.channels?.length,
      'it asks for the channels that it reaches',
    )
  }
})

test('spec 22.72: a text has one text per language, and follows the languages of the form', () => {
  assert.equal(withText(undefined, 'en', 'Name', english), 'Name')
  const named = withText('Name', 'hi', 'नाम', both)
  assert.deepEqual(named, { en: 'Name', hi: 'नाम' })
  assert.equal(withText(named, 'hi', '', both), 'Name', 'of the default language alone it is plain')
  assert.equal(withText('Name', 'en', '', both), undefined)
  assert.deepEqual([ownText('Name', 'hi', both), shownText('Name', 'hi', both)], ['', 'Name'])
  const fields: Field[] = [
    {
      key: 'a',
      type: 'single_choice',
      label: { en: 'A', hi: 'अ' },
      options: [{ value: 'x', label: { en: 'X', hi: 'क्ष' } }],
    },
    { key: 'b', type: 'short_text', label: 'B' },
  ]
  const settings: Settings = { ...both, thank_you: { title: { en: 'Thanks', hi: 'धन्यवाद' } } }
  const alone = withLanguages({ fields, settings }, english)
  assert.deepEqual(alone.fields[0]?.label, 'A')
  assert.deepEqual(alone.fields[0]?.options, [{ value: 'x', label: 'X' }])
  assert.deepEqual(alone.settings.thank_you, { title: 'Thanks' })
  const turned = withLanguages({ fields, settings }, { languages: ['hi', 'en'], default_language: 'hi' })
  assert.deepEqual(
    turned.fields[1]?.label,
    { en: 'B', hi: 'B' },
    'what is not translated stands in for the new default language',
  )
  assert.equal(ownText(turned.fields[0]?.label, 'hi', turned.settings), 'अ')
})

test('spec 22.73: options are lines; values that submissions may have stay, and translations stay with their option', () => {
  const once = optionsOf('Red\n\n Green \nRed\nBlue', [], english, { isStable: false })
  assert.deepEqual(once, [{ value: 'Red' }, { value: 'Green' }, { value: 'Blue' }])
  const translated = translatedOptions('लाल\n\nनीला', once, 'hi', both)
  assert.deepEqual(translated[0], { value: 'Red', label: { en: 'Red', hi: 'लाल' } })
  assert.deepEqual(translated[1], { value: 'Green' })
  assert.equal(linesOf(translated, 'hi', both), 'लाल\n\nनीला')
  const renamed = optionsOf('Crimson\nGreen\nBlue', translated, both, { isStable: true })
  assert.deepEqual(renamed[0], { value: 'Red', label: { en: 'Crimson', hi: 'लाल' } })
  assert.deepEqual(optionsOf('Blue\nRed', translated, both, { isStable: true }), [translated[2], translated[0]])
  const again = optionsOf('Crimson\nGreen\nBlue\nRed', renamed, both, { isStable: true })
  assert.deepEqual(
    again.map(({ value }) => value),
    ['Red', 'Green', 'Blue', 'Red 2'],
    'no two options share a value',
  )
  assert.deepEqual(optionsOf('Pink\nGreen', [{ value: 'Red' }, { value: 'Green' }], english, { isStable: false })[0], {
    value: 'Pink',
  })
})

const form: Field[] = [
  { key: 'rating', type: 'rating', label: 'Rating', max: 5 },
  { key: 'why', type: 'long_text', label: 'Why', show_if: { field: 'rating', before: 3 } },
  {
    key: 'next',
    type: 'page_break',
    label: 'Next',
    jumps: [
      {
        if: {
          all: [
            { field: 'rating', is: 5 },
            { field: 'why', answered: false },
          ],
        },
        to: 'end',
      },
    ],
  },
  { key: 'more', type: 'short_text', label: 'More', show_if: { field: 'why', answered: true } },
]

test('spec 22.71: fields are added, copied, moved, renamed and removed with what refers to them; a removal can be undone', () => {
  assert.equal(freeKey('Full name!', ['full_name']), 'full_name_2')
  assert.equal(freeKey('नाम', []), 'field')
  assert.equal(freeKey('end', []), 'end_2', 'a jump to the end is called so')
  assert.deepEqual(copyField([{ key: 'email', type: 'email', label: 'E', map_to: 'email' }], 'email').fields[1], {
    key: 'email_2',
    type: 'email',
    label: 'E',
  })
  const keys = (fields: readonly Field[]) => fields.map(({ key }) => key)
  assert.deepEqual(keys(moveField(form, 'more', 0)), ['more', 'rating', 'why', 'next'])
  assert.equal(moveField(form, 'rating', -3), form, 'there is nothing above the first')
  const without = removeField(form, 'rating')
  assert.equal(without[0]?.show_if, undefined)
  assert.deepEqual(without[1]?.jumps, [{ if: { field: 'why', answered: false }, to: 'end' }])
  assert.deepEqual(restoreField(without, form, 'rating'), form)
  const changed = without.map((one) => (one.key === 'why' ? { ...one, label: 'Tell us' } : one))
  assert.deepEqual(restoreField(changed, form, 'rating')[1], { key: 'why', type: 'long_text', label: 'Tell us' })
  const renamed = renameField(form, 'rating', 'stars')
  assert.deepEqual(renamed[1]?.show_if, { field: 'stars', before: 3 })
  assert.deepEqual(renamed[2]?.jumps?.[0]?.if.all?.[0], { field: 'stars', is: 5 })
  assert.deepEqual([pageOf(form, 1), pageOf(form, 2), pageOf(form, 3)], [1, 2, 2])
  assert.deepEqual(dropPlace([10, 30, 50, 70], 0, 45), 2)
  assert.deepEqual([shiftOf(1, 0, 2), shiftOf(3, 0, 2), shiftOf(1, 3, 1)], [-1, 0, 1])
})

test('spec 22.74: conditions are sentences; what the API alone can write stays, what is unfinished is left out', () => {
  const fields: Field[] = [
    { key: 'city', type: 'dropdown', label: 'City', options: [{ value: 'PNQ', label: 'Pune' }, { value: 'Goa' }] },
    { key: 'age', type: 'number', label: 'Age' },
    { key: 'note', type: 'short_text', label: 'Note' },
  ]
  const nested = {
    any: [
      { field: 'city', is: 'PNQ' },
      {
        all: [
          { field: 'age', after: 18 },
          { field: 'note', answered: true },
        ],
      },
    ],
  }
  assert.deepEqual(conditionOf(draftOf(nested), fields), nested)
  const draft = draftOf({ all: [{ field: 'age', is: 3 }, { not: { field: 'note', contains: 'x' } }] })
  assert.deepEqual(
    draft.list.map(({ comparison }) => comparison),
    ['is', 'not_contains'],
  )
  assert.deepEqual(
    conditionOf({ ...draft, list: [...draft.list, { field: 'note', comparison: 'is', value: ' ' }] }, fields),
    { all: [{ field: 'age', is: 3 }, { not: { field: 'note', contains: 'x' } }] },
  )
  assert.equal(
    conditionOf({ mode: 'all', list: [{ field: 'note', comparison: 'is', value: '' }], others: [] }, fields),
    undefined,
  )
  const say = (language: 'en' | 'hi') => sentenceOf(nested, { fields, settings: english, language })
  assert.equal(say('en'), '“City” is “Pune” or (“Age” is at least “18” and “Note” is answered)')
  assert.equal(say('hi'), '“City” में “Pune” हो या (“Age” कम से कम “18” हो और “Note” का जवाब दिया गया हो)')
  assert.deepEqual(
    earlierFields(form, 'more').map(({ key }) => key),
    ['rating', 'why'],
  )
  for (const type of fieldTypes.filter((one) => isAnswered({ type: one })))
    for (const comparison of comparisonsOf({ type })) {
      const field: Field = { key: 'f', type, label: 'F', options: [{ value: '1' }] }
      const [operator] = Object.keys(
        conditionOf({ mode: 'all', list: [{ field: 'f', comparison, value: '1' }], others: [] }, [field])?.not ??
          conditionOf({ mode: 'all', list: [{ field: 'f', comparison, value: '1' }], others: [] }, [field]) ??
          {},
      ).filter((name) => name !== 'field')
      assert.ok(operatorsOf[type].includes(operator as 'is'), `${type} ${comparison}`)
    }
  assert.equal(
    holds({ field: 'age', before: 18 } as server.Condition, { age: 18 }, '2026-11-28'),
    false,
    '“less than” is said of `before`',
  )
})

test('spec 22.75: only what was changed is saved, without jumps and conditions that are not finished', () => {
  const saved = { name: 'Feedback', slug: 'feedback', fields: form, settings: english }
  const written = writtenOf(saved)
  assert.deepEqual(bodyOf(written, saved), {})
  assert.deepEqual(bodyOf({ ...written, name: ' ' }, saved), {}, 'a name is half typed')
  assert.deepEqual(bodyOf({ ...written, settings: both }, saved), { settings: both })
  const unfinished = form.map((one) =>
    one.key === 'next' ? { ...one, jumps: [...(one.jumps ?? []), { if: { all: [] }, to: 'end' }] } : one,
  )
  assert.deepEqual(bodyOf({ ...written, fields: unfinished }, saved), {})
  assert.ok('fields' in differing({ fields: unfinished }, saved), 'it stays in the browser')
})
