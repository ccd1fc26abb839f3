// Reading a journal that a killed process wrote only in part.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import fc from '../../../../test/cases.ts'
import {
  type Claim,
  claimLine,
  endLine,
  headLine,
  leavingLine,
  type NotedOutcome,
  outcomeLine,
  readJournal,
} from './lines.ts'

const origin = { boot: newUuid(), device: '2049', inode: '1234567' }

/** Claims and departures as a worker writes them: some lines at a time, awaited each time. */
const writings = fc
  .array(
    fc.array(fc.record({ isClaim: fc.boolean(), which: fc.nat(40), organizations: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    {
      maxLength: 12,
    },
  )
  .map((batches) => {
    const claims: Claim[] = []
    return batches.map((batch) =>
      batch.map(({ isClaim, which, organizations }) => {
        const known = claims[which % Math.max(claims.length, 1)]
        if (isClaim || !known) {
          const organizationIds = Array.from({ length: organizations }, () => newUuid())
          const claim = { id: newUuid(), leaseUntil: new Date(1_773_000_000_000 + which), organizationIds }
          claims.push(claim)
          return { claim, line: claimLine(claim) }
        }
        const left = { claimId: known.id, deliveryId: newUuid() }
        return { left, line: leavingLine(left.claimId, left.deliveryId) }
      }),
    )
  })

test('spec 19.2: wherever a kill cuts the journal off, what it lets leave again never left, and what it lets leave is all', () => {
  fc.assert(
    fc.property(writings, fc.nat(), (batches, cut) => {
      const head = headLine(origin)
      const texts = batches.map((batch) => batch.map(({ line }) => line).join(''))
      const whole = head + texts.join('')
      const kept = whole.slice(0, head.length + (cut % (whole.length - head.length + 1)))
      const read = readJournal(kept)
      assert.ok(read)

      // A worker waits for each write, so only the last one can be incomplete; the claim or first byte that was to
      // follow it had not started.
      let written = head.length
      const done = texts.filter((text) => (written += text.length) <= kept.length).length
      const acted = batches.slice(0, done).flat()
      const begun = batches.slice(0, done + 1).flat()
      const claimsRead = new Map(read.claims.map(({ claim, left }) => [claim.id, { claim, left }]))
      for (const { claim, left } of acted) {
        if (claim) assert.deepEqual(claimsRead.get(claim.id)?.claim, claim, 'a claim that was made is known')
        if (left) assert.ok(claimsRead.get(left.claimId)?.left.has(left.deliveryId), 'what may have left is known')
      }
      // And nothing is parsed from a partial line, such as a shorter list of organizations or half an id.
      const said = new Set<Uuid>(begun.flatMap(({ left }) => (left ? [left.deliveryId] : [])))
      const named = new Map(begun.flatMap(({ claim }) => (claim ? [[claim.id, claim] as const] : [])))
      for (const { claim, left } of read.claims) {
        assert.deepEqual(claim, named.get(claim.id))
        for (const id of left.keys()) assert.ok(said.has(id))
      }
      assert.equal(read.hasEnded, false)
    }),
  )
})

test('spec 19.2: of a journal that is damaged, empty, or begins in its middle, nothing is believed that it does not say', () => {
  const claim = { id: newUuid(), leaseUntil: new Date(), organizationIds: [newUuid()] }
  const whole = headLine(origin) + claimLine(claim) + leavingLine(claim.id, newUuid())
  assert.equal(readJournal(whole)?.isWhole, true)
  for (const text of [
    '',
    headLine(origin).slice(0, -1),
    whole.slice(headLine(origin).length),
    `${'\0'.repeat(40)}${claimLine(claim)}`,
    whole.replace('samvad-dispatch 1', 'samvad-dispatch 2'),
  ])
    assert.equal(readJournal(text), null, JSON.stringify(text))
  const outcome = outcomeLine(claim.id, newUuid(), accepted)
  for (const text of [
    whole.replace('leaving', 'leavin'),
    `${whole}${leavingLine(claim.id, newUuid()).slice(0, 30)}\n`,
    `${headLine(origin)}\0\0\0\n${claimLine(claim)}`,
    whole + outcome.replace('"sent"', '"gone"'),
    whole + outcome.replace('"<a@b>"', '7'),
    whole + outcomeLine(claim.id, newUuid(), { ...accepted, partIds: ['a', 7] as never }),
    whole + outcome.replace('}', ''),
    whole + outcomeLine(claim.id, newUuid(), { ...accepted, status: 'queued' }),
  ])
    assert.equal(readJournal(text)?.isWhole, false, JSON.stringify(text))
})

const at = new Date('2026-03-10T06:30:00.123Z')
const plain = { at, providerId: null, errorCode: null, errorDetail: null, dueAt: null, address: null }
const accepted: NotedOutcome = { ...plain, status: 'sent', providerId: '<a@b>' }

test('spec 19.2: what a provider answered is read as it was, of a part of the line nothing', () => {
  const claim = { id: newUuid(), leaseUntil: new Date(at), organizationIds: [newUuid()] }
  const outcomes: NotedOutcome[] = [
    accepted,
    { ...accepted, address: 'other@shop.example' },
    { ...accepted, providerId: 'parts:a,', partIds: ['a', null] },
    { ...plain, status: 'failed', errorCode: 'refused', errorDetail: '550 "no"\nsuch user\u2028{}' },
    { ...plain, status: 'failed', errorCode: 'refused', errorDetail: detailsOf('gave_up', { tries: 13 }) },
    { ...plain, status: 'queued', errorCode: 'throttled', errorDetail: 'slower', dueAt: at, isUncounted: true },
  ]
  for (const outcome of outcomes) {
    const id = newUuid()
    const head = headLine(origin) + claimLine(claim) + leavingLine(claim.id, id)
    const line = outcomeLine(claim.id, id, outcome)
    for (let length = 0; length <= line.length; length++) {
      const read = readJournal(head + line.slice(0, length))
      assert.equal(read?.isWhole, true)
      assert.deepEqual(read?.claims[0]?.left, new Map([[id, length === line.length ? outcome : null]]))
    }
  }
})

test('a journal that 0.3.0 left is read', () => {
  const text = `samvad-dispatch 1 2b1a1c8e-7a55-4a5e-9c3e-1f2d3c4b5a69 65024:131089
claim 0199f0c2-5d1c-7b1a-8a3e-2f4c6d8e0a1b 1773124250000 0199f0c2-0000-7000-8000-000000000001,0199f0c2-0000-7000-8000-000000000002
leaving 0199f0c2-5d1c-7b1a-8a3e-2f4c6d8e0a1b 0199f0c2-0000-7000-8000-00000000000a
leaving 0199f0c2-5d1c-7b1a-8a3e-2f4c6d8e0a1b 0199f0c2-0000-7000-8000-0000000`
  const read = readJournal(text)
  assert.deepEqual([read?.isWhole, read?.hasEnded, read?.claims.length], [true, false, 1])
  const [only] = read?.claims ?? []
  assert.deepEqual([only?.claim.leaseUntil.getTime(), only?.claim.organizationIds.length], [1_773_124_250_000, 2])
  assert.deepEqual([...(only?.left ?? [])], [['0199f0c2-0000-7000-8000-00000000000a', null]])
})

test('its last word tells that nothing leaves any more', () => {
  assert.equal(readJournal(headLine(origin) + endLine)?.hasEnded, true)
  assert.equal(readJournal(headLine(origin) + endLine.slice(0, -1))?.hasEnded, false)
})
