// Answers of a submission: by type and by visibility, and evaluated by the page's script as on the server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc, { anyText } from '../../../test/cases.ts'
import { definitionOf, fieldOf } from '../../../test/form-pages.ts'
import { HOLDS, PAGE_SCRIPT } from '../pages/script.ts'
import { answerErrorTexts } from './answer-texts.ts'
import { type AnswersRead, answersOf } from './answers.ts'
import { type Condition, type Field, type FormDefinition, pagesOf, patternNames } from './definition.ts'
import { pageAfter } from './form-pages.ts'
import { type Answers, holds } from './holds.ts'

const now = new Date('2026-06-01T06:00:00Z')
const TODAY = '2026-06-01'

const read = (fields: Field[], values: Record<string, string | string[]>, language = 'en'): AnswersRead =>
  answersOf(
    definitionOf(fields),
    new Map(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? [value] : value])),
    { language, now },
  )

/** The parsed answer, or its error code. */
const one = (field: Field, value: string | string[]): unknown => {
  const { answers, errors } = read([field], { [field.key]: value })
  return errors[0]?.code ?? answers[field.key]
}

test('spec 22.21: an answer is read as people in India write it, and checked by its type', () => {
  const cases: readonly [Field['type'], Partial<Field>, string | string[], unknown][] = [
    ['short_text', {}, '  Asha \t Rao ', 'Asha Rao'],
    ['short_text', {}, 'a\u0000b\u202ec', 'abc'],
    ['short_text', {}, '\u200b \u3164', undefined],
    ['short_text', { max_length: 3 }, '👍👍👍', '👍👍👍'],
    ['short_text', { max_length: 3 }, '👍👍👍👍', 'too_long'],
    ['short_text', { min_length: 3 }, 'ab', 'too_short'],
    ['short_text', {}, ['a', 'b'], 'one_value'],
    ['long_text', {}, 'a\r\n b\r\n', 'a\n b'],
    ['short_text', { pattern: 'pin_code' }, '५६० ००१', '560001'],
    ['short_text', { pattern: 'pin_code' }, '060001', 'pattern_pin_code'],
    ['short_text', { pattern: 'pan' }, 'abcpe 1234 f', 'ABCPE1234F'],
    ['short_text', { pattern: 'pan' }, 'ABCDE1234F', 'pattern_pan'],
    ['short_text', { pattern: 'gstin' }, '27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
    ['short_text', { pattern: 'gstin' }, '27AAPFU0939F1ZA', 'pattern_gstin'],
    ['short_text', { pattern: 'vehicle_number' }, 'ka-01 ab 1234', 'KA01AB1234'],
    ['short_text', { pattern: 'url' }, 'shop.example/a', 'https://shop.example/a'],
    ['short_text', { pattern: 'url' }, 'javascript:alert(1)', 'pattern_url'],
    ['short_text', { pattern: 'letters' }, 'आशा राव', 'आशा राव'],
    ['short_text', { pattern: 'letters' }, 'R2D2', 'pattern_letters'],
    ['number', {}, '१,००,०००.५०', 100000.5],
    ['number', {}, '1e5', 'number'],
    ['number', {}, '-0', 0],
    ['number', { min: 1 }, '0.99', 'too_small'],
    ['number', { max: 10 }, '10.01', 'too_large'],
    ['number', { step: 0.1 }, '0.3', 0.3],
    ['number', { step: 0.1 }, '0.35', 'step'],
    ['number', { min: 5, step: 10 }, '25', 25],
    ['number', { min: 5, step: 10 }, '20', 'step_from'],
    ['email', {}, 'Asha@Customer.Example', 'Asha@Customer.Example'],
    ['email', {}, 'asha@', 'email'],
    ['email', {}, 'asha@customer.example\nbcc: x@y.example', 'email'],
    ['phone', {}, '९८१०० ००१२१', '+919810000121'],
    ['phone', {}, '+44 20 7946 0018', '+442079460018'],
    ['phone', { country: 'GB' }, '020 7946 0018', '+442079460018'],
    ['phone', {}, '12345', 'phone_in'],
    ['date', {}, '31/01/2026', '2026-01-31'],
    ['date', {}, '2026-02-30', 'date'],
    ['date', { after: 'today' }, TODAY, TODAY],
    ['date', { after: 'today' }, '2026-05-31', 'too_early'],
    ['date', { before: '2026-01-01' }, '2026-01-02', 'too_late'],
    ['time', {}, '9:30 pm', '21:30'],
    ['time', {}, '24:00', 'time'],
    ['time', { after: '10:00' }, '09:59', 'time_too_early'],
    ['single_choice', { options: [{ value: 'a' }, { value: 'b' }] }, 'b', 'b'],
    ['dropdown', { options: [{ value: 'a' }, { value: 'b' }] }, 'c', 'not_an_option'],
    ['multiple_choice', { options: [{ value: 'a' }, { value: 'b' }] }, ['b', 'a', 'b'], ['a', 'b']],
    ['multiple_choice', { options: [{ value: 'a' }, { value: 'b' }] }, ['a', '__proto__'], 'not_an_option'],
    ['multiple_choice', { options: [{ value: 'a' }, { value: 'b' }], min_choices: 2 }, ['a'], 'too_few_choices'],
    ['multiple_choice', { options: [{ value: 'a' }, { value: 'b' }], max_choices: 1 }, ['a', 'b'], 'too_many_choices'],
    ['rating', {}, '5', 5],
    ['rating', {}, '6', 'not_an_option'],
    ['rating', { max: 3 }, '0', 'not_an_option'],
    ['scale', {}, '0', 0],
    ['scale', { min: 1, max: 7 }, '8', 'not_an_option'],
    ['yes_no', {}, 'no', false],
    ['yes_no', {}, 'maybe', 'not_an_option'],
    ['consent', {}, 'yes', true],
    ['consent', { required: true }, '', 'consent_required'],
    ['hidden', {}, 'a\nb', 'a b'],
    ['heading', {}, 'x', undefined],
  ]
  for (const [type, more, value, expected] of cases)
    assert.deepEqual(one(fieldOf('x', type, more), value), expected, `${type} ${JSON.stringify(more)} ${value}`)
})

test('spec 22.22: a pattern takes time in proportion to the text, whatever the text is', () => {
  for (const pattern of patternNames)
    for (const text of [
      'a'.repeat(20_000),
      ' '.repeat(20_000),
      'a.-'.repeat(7_000),
      '1'.repeat(20_000),
      'https://'.repeat(2_000),
    ])
      one(fieldOf('x', 'long_text', { pattern, max_length: 20_000 }), `${text}!`)
})

test('spec 22.21: every text of an error is there in English and Hindi, and names no code', () => {
  assert.deepEqual(Object.keys(answerErrorTexts.hi), Object.keys(answerErrorTexts.en))
  const [error] = read([fieldOf('x', 'number', { required: true, min: 3 })], { x: '2' }, 'hi').errors
  assert.equal(error?.text, '3 या उससे बड़ी संख्या लिखें।')
})

test('spec 22.21: nothing that is sent makes reading fail or come out larger than its field', () => {
  const types: Field['type'][] = [
    'short_text',
    'number',
    'email',
    'phone',
    'date',
    'time',
    'rating',
    'hidden',
    'yes_no',
  ]
  const text = fc.oneof(anyText({ maxLength: 50 }), fc.string({ maxLength: 50 }))
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.array(text, { maxLength: 3 }), (type, values) => {
      const { answers, errors } = read([fieldOf('x', type)], { x: values })
      assert.ok(errors.length === 0 || answers.x === undefined)
      if (typeof answers.x === 'string') {
        assert.ok(answers.x.isWellFormed() && !answers.x.includes('\0') && answers.x.trim() !== '')
        // Parsing the result again changes nothing.
        assert.equal(read([fieldOf('x', type)], { x: answers.x }).answers.x, answers.x)
      }
    }),
  )
})

// --- Visibility ------------------------------------------------------------------------------------------------------

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const OPTIONS = ['1', '2', 'Yes', 'x y']

const conditionOn = (earlier: readonly string[]): fc.Arbitrary<Condition> => {
  const field = fc.constantFrom(...earlier)
  const value = fc.constantFrom(...OPTIONS)
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ field, is: value }),
    fc.record({ field, is_not: value }),
    fc.record({ field, contains: value }),
    fc.record({ field, answered: fc.boolean() }),
    fc.record({ field, before: fc.constantFrom<string | number>(2, '2026-06-02', 'today') }),
    fc.record({ field, after: fc.constantFrom<string | number>(1, '2026-06-02', 'today') }),
  )
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }).map((all) => ({ all })) },
    { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }).map((any) => ({ any })) },
    { weight: 1, arbitrary: leaf.map((not) => ({ not })) },
  )
}

const options = OPTIONS.map((value) => ({ value }))

const forms: fc.Arbitrary<FormDefinition> = fc
  .tuple(
    ...KEYS.map((key, at) => {
      const type = fc.constantFrom<Field['type']>('single_choice', 'multiple_choice', 'short_text', 'hidden')
      const show_if = at === 0 ? fc.constant(undefined) : fc.option(conditionOn(KEYS.slice(0, at)), { nil: undefined })
      const jump =
        at === 0
          ? fc.constant(undefined)
          : fc.option(fc.record({ if: conditionOn(KEYS.slice(0, at)), to: fc.constantFrom('end', 'p4', 'p5') }), {
              nil: undefined,
            })
      return fc
        .tuple(type, show_if, fc.boolean(), jump, fc.boolean())
        .map(([kind, condition, isBroken, jumps, required]) => {
          const field = fieldOf(key, kind, { options, required, ...(condition && { show_if: condition }) })
          const target = jumps && (jumps.to === 'end' || Number(jumps.to.slice(1)) > at) ? [jumps] : []
          return at > 0 && (isBroken || at > 3) ? [fieldOf(`p${at}`, 'page_break', { jumps: target }), field] : [field]
        })
    }),
  )
  .map((fields) => definitionOf(fields.flat()))

const sent = fc.dictionary(
  fc.constantFrom(...KEYS, 'other', '__proto__'),
  fc.array(fc.constantFrom(...OPTIONS, ''), { maxLength: 2 }),
)

test('spec 22.21: the answers are those of the questions that their own conditions and jumps show, and of no other', () => {
  fc.assert(
    fc.property(forms, sent, (definition, values) => {
      const { answers, shownKeys, errors, path } = answersOf(definition, new Map(Object.entries(values)), {
        language: 'en',
        now,
      })
      const pages = pagesOf(definition)
      const onPath = new Set(path.flatMap((page) => pages[page]?.fields.map(({ key }) => key) ?? []))
      for (const field of definition.fields) {
        const { key, type, show_if, required } = field
        if (type === 'page_break') continue
        const isShown = show_if === undefined || holds(show_if, answers, TODAY)
        if (type === 'hidden') assert.ok(answers[key] === undefined || isShown)
        else assert.equal(shownKeys.includes(key), isShown && onPath.has(key), key)
        if (type !== 'hidden' && !shownKeys.includes(key)) assert.ok(!(key in answers), `${key} was not shown`)
        if (required && type !== 'hidden' && shownKeys.includes(key))
          assert.ok(key in answers || errors.some((error) => error.key === key), `${key} is required`)
      }
      for (const key of Object.keys(answers)) assert.ok(KEYS.includes(key))
      assert.deepEqual(
        path,
        path.toSorted((left, right) => left - right),
      )
      for (const [at, page] of path.entries())
        if (at > 0) assert.equal(pageAfter(pages, path[at - 1] as number, answers, TODAY), page)
    }),
  )
})

test('spec 22.23: the script of the page decides about every condition as the server does', () => {
  const inPage = runInNewContext(`${HOLDS};holds`) as (condition: Condition, answers: object, today: string) => boolean
  const answer = fc.oneof(
    fc.constantFrom<Answers[string]>(...OPTIONS, 1, 2.5, true, false, '2026-06-01', '2026-06-03'),
    fc.subarray(OPTIONS, { minLength: 1 }),
  )
  fc.assert(
    fc.property(conditionOn(KEYS), fc.dictionary(fc.constantFrom(...KEYS), answer), (condition, answers) => {
      const known = Object.fromEntries(
        Object.entries(answers).map(([key, value]) => [
          key,
          { l: [value].flat().map((text) => String(text as unknown).toLowerCase()), m: Array.isArray(value) },
        ]),
      )
      assert.equal(inPage(condition, known, TODAY), holds(condition, answers, TODAY))
    }),
  )
  assert.ok(PAGE_SCRIPT.includes(HOLDS))
})
