// What a journal says, whatever part of it a killed process had written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type Claim, claimLine, endLine, headLine, leavingLine, readJournal } from './lines.ts'

const origin = { boot: newUuid(), device: '2049', inode: '1234567' }

/** Claims and departures as a worker writes them, some lines at a time, each time waiting until they are written. */
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

      // Whoever writes waits for the writing to return, so only of the last one a part may be missing; what was to
      // follow it, a claim or a first byte, had not begun.
      let written = head.length
      const done = texts.filter((text) => (written += text.length) <= kept.length).length
      const acted = batches.slice(0, done).flat()
      const begun = batches.slice(0, done + 1).flat()
      const claimsRead = new Map(read.claims.map(({ claim, left }) => [claim.id, { claim, left }]))
      for (const { claim, left } of acted) {
        if (claim) assert.deepEqual(claimsRead.get(claim.id)?.claim, claim, 'a claim that was made is known')
        if (left) assert.ok(claimsRead.get(left.claimId)?.left.has(left.deliveryId), 'what may have left is known')
      }
      // And nothing is read out of a part of a line: a shorter list of organizations, or half a name.
      const said = new Set<Uuid>(begun.flatMap(({ left }) => (left ? [left.deliveryId] : [])))
      const named = new Map(begun.flatMap(({ claim }) => (claim ? [[claim.id, claim] as const] : [])))
      for (const { claim, left } of read.claims) {
        assert.deepEqual(claim, named.get(claim.id))
        for (const id of left) assert.ok(said.has(id))
      }
      assert.equal(read.hasEnded, false)
    }),
    { numRuns: 300 },
  )
})

test('spec 19.2: of a journal that is damaged, empty, or begins in its middle, nothing is believed', () => {
  const claim = { id: newUuid(), leaseUntil: new Date(), organizationIds: [newUuid()] }
  const whole = headLine(origin) + claimLine(claim) + leavingLine(claim.id, newUuid())
  assert.ok(readJournal(whole))
  for (const text of [
    '',
    headLine(origin).slice(0, -1),
    whole.slice(headLine(origin).length),
    `${'\0'.repeat(40)}${claimLine(claim)}`,
    whole.replace('leaving', 'leavin'),
    `${whole}${leavingLine(claim.id, newUuid()).slice(0, 30)}\n`,
    whole.replace('samvad-dispatch 1', 'samvad-dispatch 2'),
    `${headLine(origin)}\0\0\0\n${claimLine(claim)}`,
  ])
    assert.equal(readJournal(text), null, JSON.stringify(text))
})

test('its last word tells that nothing leaves any more', () => {
  assert.equal(readJournal(headLine(origin) + endLine)?.hasEnded, true)
  assert.equal(readJournal(headLine(origin) + endLine.slice(0, -1))?.hasEnded, false)
})
