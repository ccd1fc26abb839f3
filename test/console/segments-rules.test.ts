// The filter builder: changes, unfinished conditions, and the fields of the service's errors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { CONDITIONS_MAX, FILTER_DEPTH_MAX, WITHIN_DAYS_MAX } from '#messaging/contacts/segments/filter.ts'
import { readFilter } from '#messaging/contacts/segments/rules.ts'
import { attributesIn } from '../../console/src/app/attributes-in.ts'
import { type Clause, conditionFields, joins, operatorsOf } from '../../console/src/app/segment-clauses.ts'
import { filterOf } from '../../console/src/app/segment-filter.ts'
import {
  added,
  CONDITIONS_MAX as CONSOLE_CONDITIONS_MAX,
  conditionsIn,
  DAYS_MAX,
  draftOf,
  finished,
  GROUP_LEVELS_MAX,
  keyAt,
  newCondition,
  problemOf,
  withCondition,
  withField,
  withJoin,
  withOperator,
  without,
  writtenDraft,
} from '../../console/src/contacts/segments/draft.ts'

const LIST = publicId('list', '0198a000-0000-7000-8000-000000000001')
const city = { attribute: 'city', is: 'Pune' }

test('spec 21.92: the builder has the limits of the service, and groups of groups that it can build are never too deep', () => {
  assert.deepEqual([CONSOLE_CONDITIONS_MAX, DAYS_MAX], [CONDITIONS_MAX, WITHIN_DAYS_MAX])
  let deepest: Clause = { ...newCondition('list'), operator: 'no', value: LIST }
  for (let level = 0; level < GROUP_LEVELS_MAX; level++) deepest = { join: 'none', items: [deepest] }
  const reading = readFilter(filterOf(deepest))
  assert.ok('value' in reading, `at most ${FILTER_DEPTH_MAX} levels: ${JSON.stringify(reading)}`)
})

test('spec 21.92: conditions are added, changed and removed in their groups, and only finished ones are written', () => {
  const begun = added(draftOf(), 0, newCondition('attribute', 'city'))
  const [first] = conditionsIn(begun.root)
  assert.ok(first && first.key === begun.key)
  assert.deepEqual([problemOf(first), finished(begun.root)], ['text', null])
  const named = withCondition(begun.root, { ...first, value: 'Pune' })
  const group = added(named, 0, { join: 'any', items: [] })
  const inner = added(group.root, group.key, { ...newCondition('list'), operator: 'no' })
  const whole = finished(inner.root)
  assert.ok(whole)
  assert.deepEqual(writtenDraft(whole).filter, { all: [{ attribute: 'city', is: 'Pune' }] }, 'no list is chosen yet')
  const [, membership] = conditionsIn(inner.root)
  assert.ok(membership)
  const chosen = withJoin(withCondition(inner.root, { ...membership, value: LIST }), group.key, 'none')
  assert.deepEqual(writtenDraft(chosen).filter, {
    all: [{ attribute: 'city', is: 'Pune' }, { not: { any: [{ not: { list_id: LIST } }] } }],
  })
  assert.deepEqual(writtenDraft(without(chosen, group.key)).filter, { all: [{ attribute: 'city', is: 'Pune' }] })
  assert.deepEqual(draftOf(writtenDraft(chosen).filter), draftOf(writtenDraft(chosen).filter), 'keys are the same')
})

test('spec 21.92: a value stays where the next operator takes it, and each kind says what it lacks', () => {
  const text = { ...newCondition('attribute', 'city'), value: 'Pune' }
  assert.equal(withOperator(text, 'contains').value, 'Pune')
  assert.equal(withOperator(text, 'at_least').value, '')
  assert.deepEqual(withField(text, 'attribute', 'town'), { ...text, name: 'town' })
  assert.equal(problemOf(withField(text, 'reachable', '')), null, 'a channel is chosen at once')
  assert.equal(problemOf(newCondition('last_active')), null, 'so are days')
  const of = (field: 'attribute' | 'created', change: object) => problemOf({ ...newCondition(field, 'x'), ...change })
  assert.equal(problemOf(newCondition('attribute')), 'name')
  assert.equal(problemOf(newCondition('list')), 'list')
  assert.equal(of('attribute', { operator: 'at_least', value: 'many' }), 'number')
  assert.equal(of('attribute', { operator: 'at_least', value: ' 12.5 ' }), null)
  assert.equal(of('attribute', { operator: 'exists' }), null)
  for (const value of ['', '0', '3651', '1.5', '-1']) assert.equal(of('created', { value }), 'days', value)
  assert.equal(of('created', { operator: 'since', value: '' }), 'time')
  const between = { operator: 'between', value: '2026-11-05' }
  assert.equal(of('created', { ...between, until: '2026-11-04' }), 'until')
  assert.equal(of('created', { ...between, until: '2026-11-05' }), null)
  for (const field of conditionFields)
    for (const operator of operatorsOf[field]) {
      const one = withOperator({ ...newCondition(field, 'x'), value: '' }, operator)
      assert.ok(['list', 'text', 'number', 'time', null].includes(problemOf(one)), `${field} ${operator}`)
    }
})

test('spec 21.92: an error of the service stands at the condition or group that it names', () => {
  const soon = { ...newCondition('attribute', 'renewal'), operator: 'since', value: 'soon' } as const
  let root = draftOf({ all: [city, { not: { any: [{ list_id: LIST }] } }] })
  const [, none] = root.items
  assert.ok(none)
  const { root: next, key } = added(root, none.key, soon)
  root = next
  const { filter, places } = writtenDraft(root)
  const reading = readFilter(filter)
  assert.ok('errors' in reading)
  assert.deepEqual(
    reading.errors.map(({ field, code }) => [field, code, keyAt(places, field)]),
    [['filter.all[1].not.any[1].after', 'not_date_or_number', key]],
  )
  assert.equal(keyAt(places, 'filter.all[1].not.any'), none.key)
  assert.equal(keyAt(places, 'filter'), root.key)
  assert.equal(keyAt(places, 'name'), undefined)
  assert.equal(keyAt(new Map([['filter.all[1]', 7]]), 'filter.all[10].is'), undefined, 'no other place')
  for (const join of joins) {
    const listed = writtenDraft(
      draftOf(filterOf({ join, items: [{ ...newCondition('list'), operator: 'no', value: LIST }] })),
    )
    const field = join === 'none' ? 'filter.not.any[0].not.list_id' : `filter.${join}[0].not.list_id`
    assert.equal(keyAt(listed.places, field), 1, join)
  }
})

test('spec 21.92: custom fields are suggested by how often contacts have them', () => {
  const known = attributesIn([
    { attributes: { city: 'Pune', orders: 3, note: null } },
    { attributes: { city: 'Agra', vip: true } },
    { attributes: { city: 'Agra', note: '' } },
  ])
  assert.deepEqual(
    [...known],
    [
      ['city', ['Agra', 'Pune']],
      ['orders', ['3']],
      ['vip', ['true']],
    ],
  )
})
