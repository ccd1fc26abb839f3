// The database determines how organizations are grouped.

import assert from 'node:assert/strict'
import test from 'node:test'
import type { Tx } from '#kit/database/database.ts'
import { startSamvad } from '../../test/harness.ts'
import { groupsWhere, isDistributed } from './groups.ts'
import { newUuid } from './ids.ts'

const samvad = await startSamvad()

/** A database that reports what the test sets. Citus itself is not available here. */
function saying(answers: { installed: boolean; distributed: boolean }): Pick<Tx, 'row'> {
  return {
    row: async ({ text }) => {
      const isSo = text.includes('pg_extension') ? answers.installed : answers.distributed
      return isSo ? ({} as never) : undefined
    },
  }
}

test('on plain PostgreSQL all organizations go through together', async () => {
  const { groupOf } = samvad.app
  assert.equal(groupOf(newUuid()), groupOf(newUuid()))
})

test('where the database distributes by organization each goes by itself; the extension alone distributes nothing', async () => {
  const [one, other] = [newUuid(), newUuid()]
  const apart = groupsWhere(await isDistributed(saying({ installed: true, distributed: true }) as Tx))
  assert.notEqual(apart(one), apart(other))
  assert.equal(apart(one), apart(one))
  const together = groupsWhere(await isDistributed(saying({ installed: true, distributed: false }) as Tx))
  assert.equal(together(one), together(other))
})
