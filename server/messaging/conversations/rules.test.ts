// Rules of conversations: transfers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { handOverOf, type Leaving } from './rules.ts'

const places = fc.record({ heir_id: fc.constantFrom('h1', 'h2'), contact: fc.constantFrom('c1', 'c2', 'c3') })

test('spec 5.19: whatever is handed over, each heir ends with one per contact, and everything ends with its heir', () => {
  fc.assert(
    fc.property(fc.array(places, { maxLength: 30 }), fc.array(places, { maxLength: 4 }), (given, owned) => {
      const placeOf = ({ heir_id, contact }: { heir_id: string; contact: string }) => `${heir_id} ${contact}`
      const existing = new Map(owned.map((one) => [placeOf(one), `existing ${placeOf(one)}`]))
      const leaving = given.map((one, index): Leaving => {
        const existing_id = existing.get(placeOf(one)) ?? null
        return { id: `id${index}`, contact_id: one.contact, group_id: null, heir_id: one.heir_id, existing_id }
      })
      const { moved, merged } = handOverOf(leaving)
      assert.deepEqual(
        [...moved.map(({ id }) => id), ...merged.map(({ from }) => from)].toSorted(),
        leaving.map(({ id }) => id).toSorted(),
        'each is moved or becomes part of another, once',
      )
      const placeById = new Map([
        ...[...existing].map(([place, id]) => [id, place] as const),
        ...given.map((one, index) => [`id${index}`, placeOf(one)] as const),
      ])
      const kept = [...existing.values(), ...moved.map(({ id }) => id)]
      const keptPlaces = kept.map((id) => placeById.get(id))
      assert.equal(new Set(keptPlaces).size, kept.length, 'one per heir and contact')
      for (const { id, heirId } of moved) assert.ok(placeById.get(id)?.startsWith(`${heirId} `))
      for (const { from, into } of merged) {
        assert.ok(kept.includes(into), 'what it becomes part of stays')
        assert.equal(placeById.get(from), placeById.get(into))
      }
    }),
  )
})

test('spec 5.4: with one contact and with one group are two', () => {
  const one = { heir_id: 'h', existing_id: null }
  const { moved, merged } = handOverOf([
    { ...one, id: 'a', contact_id: 'x', group_id: null },
    { ...one, id: 'b', contact_id: null, group_id: 'y' },
  ])
  assert.deepEqual([moved.length, merged], [2, []])
})
