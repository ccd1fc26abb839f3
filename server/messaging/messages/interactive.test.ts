// Buttons and lists: what is built from requests, and which fields are refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interactiveOf } from './interactive.ts'
import type { NewInteractive } from './interactive-schema.ts'

const errorsIn = (given: NewInteractive): string[] => {
  const found = interactiveOf(given)
  return Array.isArray(found) ? found.map(({ field, code }) => `${field} ${code}`) : []
}
const row = (title: string, more: object = {}) => ({ title, ...more })
const list = (...sections: NonNullable<NewInteractive['sections']>): NewInteractive => ({
  type: 'list',
  button: 'Choose',
  sections,
})

test('spec 7.70: an id that is left out is the title, and what is not given is null', () => {
  assert.deepEqual(interactiveOf({ type: 'buttons', buttons: [{ title: ' Yes ' }, { id: 'n', title: 'No' }] }), {
    type: 'buttons',
    header: null,
    footer: null,
    buttons: [
      { id: 'Yes', title: ' Yes ' },
      { id: 'n', title: 'No' },
    ],
  })
  const given = list({ rows: [row('Small', { description: 'Up to 34' })] })
  assert.deepEqual(interactiveOf({ ...given, header: 'Sizes', footer: 'All in stock' }), {
    type: 'list',
    header: 'Sizes',
    footer: 'All in stock',
    button: 'Choose',
    sections: [{ title: null, rows: [{ id: 'Small', title: 'Small', description: 'Up to 34' }] }],
  })
})

test('spec 7.71: parts that its type needs, or does not have, are named', () => {
  assert.deepEqual(errorsIn({ type: 'buttons' }), ['interactive.buttons required_for'])
  assert.deepEqual(errorsIn({ type: 'list' }), ['interactive.button required_for', 'interactive.sections required_for'])
  const buttons = [{ title: 'Yes' }]
  assert.deepEqual(errorsIn({ type: 'buttons', buttons, button: 'Choose' }), ['interactive.button only_for'])
  assert.deepEqual(errorsIn({ ...list({ rows: [row('S')] }), buttons }), ['interactive.buttons only_for'])
})

test('spec 7.71: what the contact, or we, could not tell apart is refused where it occurs again', () => {
  assert.deepEqual(
    errorsIn({
      type: 'buttons',
      buttons: [
        { id: 'a', title: 'Yes' },
        { id: 'b', title: 'Yes' },
      ],
    }),
    ['interactive.buttons[1].title duplicate'],
  )
  assert.deepEqual(errorsIn({ type: 'buttons', buttons: [{ title: 'Yes' }, { id: 'Yes', title: 'No' }] }), [
    'interactive.buttons[1].id duplicate_id',
  ])
  const twice = list({ title: 'A', rows: [row('S')] }, { title: 'B', rows: [row('M', { id: 'm' }), row('S')] })
  assert.deepEqual(errorsIn(twice), ['interactive.sections[1].rows[1].id duplicate_id'])
  const apart = list({ title: 'A', rows: [row('S')] }, { title: 'B', rows: [row('S', { id: 's2' })] })
  assert.deepEqual(errorsIn(apart), [], 'rows may have the same title')
})

test('spec 7.71: rows are counted over all sections, several sections have titles, ids have no spaces around them', () => {
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(`Row ${from + at}`))
  const sections = (second: number) => list({ title: 'A', rows: rows(0, 6) }, { title: 'B', rows: rows(6, second) })
  assert.deepEqual(errorsIn(sections(4)), [])
  assert.deepEqual(errorsIn(sections(5)), ['interactive.sections too_many_rows'])
  assert.deepEqual(errorsIn(list({ title: 'A', rows: rows(0, 1) }, { rows: rows(1, 1) })), [
    'interactive.sections[1].title section_without_title',
  ])
  assert.deepEqual(errorsIn({ type: 'buttons', buttons: [{ id: 'a ', title: 'Yes' }] }), [
    'interactive.buttons[0].id spaces_around',
  ])
})
