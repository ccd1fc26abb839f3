// Every message catalogue: English and Hindi have the same keys, use the same parameters, and are in their language.
// The compiler also requires every key, and every parameter of a call.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultTexts, ruleTexts } from '#doctor/messages.ts'
import { detailTexts } from '#kit/messages/details.ts'
import { fieldErrorText, fieldErrorTexts } from '#kit/messages/field-errors.ts'
import { reasonText, reasonTexts } from '#kit/messages/reasons.ts'
import { type Entries, type Language, render, type Text } from '#kit/messages/texts.ts'
import { tipTexts } from '#reporting/summaries/messages.ts'
import { lineTexts, problem, problemTexts } from '#status/messages.ts'
import { latinIn } from '../latin.ts'
import { readSources } from './sources.ts'

type Lines = Readonly<Record<string, readonly [label: string, value: Text]>>

const labelsOf = (lines: Lines) => Object.fromEntries(Object.entries(lines).map(([code, [label]]) => [code, label]))
const valuesOf = (lines: Lines) => Object.fromEntries(Object.entries(lines).map(([code, [, value]]) => [code, value]))

/** Add a new catalogue here. */
const catalogues: Readonly<Record<string, Readonly<Record<Language, Entries>>>> = {
  'kit/messages/field-errors': fieldErrorTexts,
  'kit/messages/reasons': reasonTexts,
  'kit/messages/details': detailTexts,
  'status/messages, problems': problemTexts,
  'status/messages, labels': { en: labelsOf(lineTexts.en), hi: labelsOf(lineTexts.hi) },
  'status/messages, values': { en: valuesOf(lineTexts.en), hi: valuesOf(lineTexts.hi) },
  'doctor/messages, rules': ruleTexts,
  'doctor/messages, results': resultTexts,
  'reporting/summaries/messages': tipTexts,
}

/** Each works as a number, as a text and as a list with one name. */
const [FIRST, SECOND] = [['7001'], ['900017']]

/** The text with the parameter `other` changed, and the names of the parameters that it uses. */
function filled(text: Text, other?: string): { shown: string; names: string[] } {
  const names = new Set<string>()
  const params = new Proxy({} as Record<string, string[]>, {
    get(_target, name) {
      names.add(String(name))
      return name === other ? SECOND : FIRST
    },
  })
  // A text may consist of only its parameter.
  return { shown: [render(text, params)].join(''), names: [...names].sort() }
}

/** Catalogues whose texts mark commands and names as code (`code` of kit/messages). */
const MARKS_CODE = /^(status|doctor)\//

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, ' ')

for (const [name, { en, hi }] of Object.entries(catalogues))
  test(`spec 4.18, 21.73: ${name}: English and Hindi have the same keys and use the same parameters`, () => {
    assert.deepEqual(Object.keys(hi).sort(), Object.keys(en).sort())
    for (const [key, text] of Object.entries(en)) {
      const english = filled(text)
      const hindi = filled(hi[key] as Text)
      assert.deepEqual(hindi.names, english.names, key)
      for (const parameter of english.names) {
        assert.notEqual(filled(text, parameter).shown, english.shown, `${key} does not use ${parameter}`)
        assert.notEqual(
          filled(hi[key] as Text, parameter).shown,
          hindi.shown,
          `${key} does not use ${parameter} in Hindi`,
        )
      }
      assert.doesNotMatch(english.shown, /[\u0900-\u097f]/, key)
      if (latinIn(withoutCode(english.shown)).length > 0) assert.match(hindi.shown, /[\u0900-\u097f]/, key)
      if (!MARKS_CODE.test(name)) continue
      assert.deepEqual(latinIn(withoutCode(hindi.shown)), [], `${key} has English words in Hindi: mark names as code`)
    }
  })

// @ts-expect-error A call without the parameters of its text does not compile.
export const withoutParameters = () => problem('mail_receiver_down')
// @ts-expect-error Neither does one that lacks one of them.
export const withoutOne = () => problem('deliveries_late', { channel: 'email' })

test('spec 4.18: a code has one meaning: no key stands in two files', () => {
  // The reason of a refusal may explain what was stored, too.
  for (const folder of ['field-errors', 'reasons', '{details,reasons}']) {
    const keys = readSources(`server/kit/messages/${folder}/*.ts`).flatMap(({ text }) =>
      [...text.slice(text.indexOf('const en ='), text.indexOf('const hi:')).matchAll(/^ {2}([a-z0-9_]+):/gm)].map(
        ([, key]) => key as string,
      ),
    )
    assert.ok(keys.length > 50, `${keys.length} were found`)
    assert.deepEqual(
      keys.filter((key, place) => keys.indexOf(key) < place),
      [],
      folder,
    )
  }
})

test('spec 4.18: parameters of another version give no text, instead of an error', () => {
  assert.equal(fieldErrorText('hi', 'one_of_fields', {}), null)
  assert.equal(fieldErrorText('en', 'code_of_tomorrow', {}), null)
  assert.equal(reasonText('hi', 'permission_missing', {}), null)
})
