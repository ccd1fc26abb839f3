// Every text input is restricted: every string of every route's body and query is one of the shared text types, an id,
// a time, an amount, an enum, or has a pattern of its own that limits it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredRoutes } from '#edge/openapi-file.ts'
import { compileCheck } from '#edge/validation.ts'
import { LINE, LINE_OR_EMPTY, NOTE, NOTE_OR_EMPTY, TEXT } from '#kit/text.ts'
import { In, SHOWN, type TSchema, Type } from '#kit/wire.ts'
import { holds } from './sources.ts'

interface Shape {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  maxLength?: number
  properties?: Record<string, Shape>
  propertyNames?: Shape
  additionalProperties?: boolean | Shape
  items?: Shape
  anyOf?: Shape[]
  [SHOWN]?: Shape
}

/** Every text input of callers, such as `POST /v1/contacts display_name`. */
function* textsOf(shape: Shape, place: string): Generator<{ place: string; shape: Shape }> {
  const shown = shape[SHOWN] ?? shape
  const types = ([] as string[]).concat(shown.type ?? [])
  const isRead = ['x-id', 'x-time', 'x-amount'].some((keyword) => keyword in shown)
  if (types.includes('string') && shown.enum === undefined && !isRead) yield { place, shape: shown }
  for (const [name, one] of Object.entries(shown.properties ?? {})) yield* textsOf(one, `${place} ${name}`)
  if (shown.propertyNames) yield { place: `${place} (names)`, shape: { type: 'string', ...shown.propertyNames } }
  if (typeof shown.additionalProperties === 'object') yield* textsOf(shown.additionalProperties, `${place} (values)`)
  if (shown.items) yield* textsOf(shown.items, place)
  for (const one of shown.anyOf ?? []) yield* textsOf(one, place)
}

/** Ignored input: the words of RFC 8058 in a mail program's request. */
const unread = ['POST /unsubscribe/:token List-Unsubscribe']
const texts = declaredRoutes()
  .flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) => (schema ? [...textsOf(schema as Shape, `${method} ${path}`)] : [])),
  )
  .filter(({ place }) => !unread.includes(place))

/** Characters that a single-line text must not contain. */
const steering = ['\u0000', '\u001b', '\u0007', '\r', '\n', '\t', '\u007f', '\u009b', '\u2028', '\u2029']
const turning = ['\u202a', '\u202e', '\u2066', '\u2069']
const noCharacters = ['\ufdd0', '\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}', '\ud800']
/** Invisible characters. */
const blanks = [' ', '\u00a0', '\u00ad', '\u034f', '\u115f', '\u17b4', '\u17b5', '\u180b', '\u200b', '\u200e', '\u2060']
blanks.push('\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0041}', '\u{e0100}')

/** Validator of the schema of one text. */
function checkOf(shape: Shape): (text: string) => boolean {
  const { pattern, format } = shape
  const alone = Type.Unsafe({ type: 'string', ...(pattern ? { pattern } : {}), ...(format ? { format } : {}) })
  const check = compileCheck(In.object({ text: alone as TSchema }))
  return (text) => check({ text }).length === 0
}

test('spec 3.24: no route takes a text that none of the shared shapes, nor a form of its own, bounds', () => {
  assert.ok(texts.length > 60, `${texts.length} texts were found`)
  const shared = [LINE, LINE_OR_EMPTY, NOTE, NOTE_OR_EMPTY, TEXT]
  holds(
    'Take In.line for a name, In.note for what has several lines, In.text for what is only carried.',
    texts
      .filter(({ shape }) => !shared.includes(shape.pattern ?? ''))
      .filter(({ shape }) => {
        const takes = checkOf(shape)
        return [...steering, ...turning, ...noCharacters, ...blanks].some((one) => takes(one) || takes(`a${one}b`))
      })
      .map(({ place }) => place),
  )
  holds(
    'A text without an end is refused by its length too late, or never.',
    texts.filter(({ shape }) => shape.maxLength === undefined && !isShort(shape)).map(({ place }) => place),
  )
})

/** A pattern that limits its length. */
const isShort = ({ pattern }: Shape) => pattern !== undefined && !/[*+](?!\$?\\)/.test(pattern.replace(/\\[+*]/g, ''))

test('spec 3.11, 3.24: only what messages say, what is sent to a gateway, and passwords are carried as written', () => {
  const places = (pattern: string) =>
    new Set(texts.filter(({ shape }) => shape.pattern === pattern).map(({ place }) => place.split(' ').at(-1)))
  const carried = ['(values)', 'body', 'callback_secret', 'current_password', 'html', 'password', 'text']
  assert.deepEqual([...places(TEXT)].toSorted(), carried)
  assert.deepEqual([...places(LINE_OR_EMPTY)].toSorted(), ['list', 'prefix'])
  assert.deepEqual([...places(NOTE)].toSorted(), [
    '(values)',
    'closed_text',
    'contains',
    'default',
    'description',
    'help',
    'note',
    'text',
  ])
  assert.deepEqual([...places(NOTE_OR_EMPTY)].toSorted(), ['(values)', 'is', 'is_not'])
})

test('spec 3.24: a line holds any script and every emoji, and neither controls, breaks, turns nor blanks', () => {
  const check = compileCheck(In.object({ name: In.line() }))
  for (const name of [
    'आशा',
    'ஆஷா',
    'شركة 12',
    'क्\u200dष',
    '👩🏽‍🌾',
    '❤️',
    '🏴\u{e0067}\u{e007f}',
    'a\u200fb',
    "O'Neil & <b>",
  ])
    assert.deepEqual(check({ name }), [], name)
  for (const one of [...steering, ...turning, ...noCharacters]) {
    for (const name of [`a${one}`, `${one}a`, `a${one}b`]) {
      const [error] = check({ name })
      assert.equal(error?.code, 'character_not_in_line')
    }
  }
  for (const one of blanks) assert.equal(check({ name: one + one })[0]?.code, 'blank')
})

test('spec 3.24: a note has line breaks and tabs, and no other control', () => {
  const check = compileCheck(In.object({ note: In.note(100) }))
  for (const note of ['one\ntwo', 'one\r\ntwo', '\tone', 'a\u2067b\u2069']) assert.deepEqual(check({ note }), [], note)
  for (const one of ['\u0000', '\u001b', '\u0007', '\r', '\u007f', '\u009b', '\uffff', '\udc00']) {
    const [error] = check({ note: `a${one}b` })
    assert.equal(error?.code, 'character_not_in_text')
  }
  assert.equal(check({ note: ' \n\t\r\n' })[0]?.code, 'blank')
})
