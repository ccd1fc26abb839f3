// spec 6.7, 6.8: contacts are deleted while their group is changed concurrently. All transactions lock in the same
// order, so none is asked to retry because of a deadlock.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { startSamvad, uuidOf } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/program.ts'
import { person } from '../../../../test/story.ts'
import { remove } from '../actions.ts'
import { change } from './actions.ts'

const CONTACTS = 20
const ROUNDS = 5
/** More callers than an organization may use connections. */
const CALLERS = 10

const samvad = await startSamvad()
const asha = person(samvad)
const holder = new pg.Client(samvad.connection)
await holder.connect()
after(() => holder.end())

const deadlocks = async () =>
  (
    await samvad.rows<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
  )[0]?.deadlocks

/** Half of them, starting anywhere, in either order. */
function half(ids: readonly string[], from: number): string[] {
  const some = [...ids, ...ids].slice(from % ids.length, (from % ids.length) + ids.length / 2)
  return from % 2 === 0 ? some : some.reverse()
}

test('spec 6.7, 6.8: deleting contacts and changing their groups at once ends in no deadlock', async () => {
  const before = await deadlocks()
  for (let round = 0; round < ROUNDS; round++) {
    const contacts: string[] = []
    for (let one = 0; one < CONTACTS; one++)
      contacts.push((await asha.make('/v1/contacts', { display_name: `Dealer ${one}` })).id)
    const groups: string[] = []
    for (const name of ['North', 'South']) groups.push((await asha.make('/v1/groups', { name, contacts })).id)
    const kept = contacts.filter((_, index) => index % 2 === 0)
    const gone = contacts.filter((id) => !kept.includes(id))

    const storm = gone.flatMap((id, index) => {
      const [group, other] = index % 2 === 0 ? groups : groups.toReversed()
      return [
        () => asha.put(`/v1/groups/${group}`, { contacts: half(contacts, index) }),
        () => asha.delete(`/v1/contacts/${id}`),
        () => asha.post(`/v1/groups/${group}/contacts`, { contacts: half(contacts, index + 3) }),
        () => asha.put(`/v1/groups/${group}`, { contacts: half(contacts, index + 7) }),
        () => asha.delete(`/v1/groups/${other}/contacts/${kept[index]}`),
      ]
    })
    await someAtOnce(storm, CALLERS, async (send) => {
      const { status, text } = await send()
      // The contact may be deleted already, or not be in the group at the moment.
      assert.ok([200, 204, 404].includes(status), `${status} ${text}`)
    })
    for (const id of gone) assert.equal((await asha.get(`/v1/contacts/${id}`)).status, 404)
    for (const id of groups) {
      const { body } = await asha.get(`/v1/groups/${id}`)
      for (const member of body.contacts) assert.ok(kept.includes(member), 'a member that was deleted')
      await asha.delete(`/v1/groups/${id}`)
    }
  }
  assert.equal(await deadlocks(), before)
})

/** Transactions in this database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await holder.query(
    `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}

test('spec 6.7: who is put out of a group while it is deleted, beside a member that is, waits for nobody in a circle', async () => {
  const [out, kept] = [
    await asha.make('/v1/contacts', { display_name: 'Out' }),
    await asha.make('/v1/contacts', { display_name: 'Kept' }),
  ]
  const group = await asha.make('/v1/groups', { name: 'Both', contacts: [out.id, kept.id] })
  const { organizationId, userId } = samvad.company
  const actor: Actor = {
    organizationId,
    userId,
    tokenId: newUuid(),
    callerId: newUuid(),
    permissions: new Set(),
    isOperator: false,
    at: new Date(),
  }
  const runs: string[] = []
  const run = (name: string, work: (tx: Tx) => Promise<unknown>) =>
    samvad.app.database
      .transaction(async (tx) => {
        runs.push(name)
        await work(tx)
      }, organizationId)
      .then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      )
  // A transaction that deletes a contact locks it and then waits for the wallet; the first one gets it.
  await holder.query('begin')
  await holder.query('select from wallets where org_id = $1 for update', [organizationId])
  const first = run('delete out', (tx) => remove(tx, actor, uuidOf('contact', out.id)))
  await eventually('the first waits', async () => (await waiting()) === 1)
  const second = run('delete kept', (tx) => remove(tx, actor, uuidOf('contact', kept.id)))
  await eventually('the second waits', async () => (await waiting()) === 2)
  const third = run('change', (tx) =>
    change(tx, actor, uuidOf('group', group.id), { contacts: [uuidOf('contact', kept.id)] }),
  )
  await eventually('the third waits', async () => (await waiting()) === 3)
  await holder.query('commit')
  assert.deepEqual(await Promise.all([first, second, third]), ['done', 'done', 'not_found'])
  assert.deepEqual(runs, ['delete out', 'delete kept', 'change'])
  assert.deepEqual((await asha.get(`/v1/groups/${group.id}`)).body.contacts, [])
})
