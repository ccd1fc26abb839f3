// spec 19.32: receipts of parts are looked up and stored together.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { startSamvad } from '../../../../../test/harness.ts'
import type { PartStatus } from '../queries.ts'
import { createPartReports } from './reported-parts.ts'

const samvad = await startSamvad()
const { organizationId } = samvad.company
const other = (await samvad.newCompany('Kabir Mills')).organizationId

let transactions = 0
const { database } = samvad.app
const counting = Object.assign(Object.create(database) as typeof database, {
  transaction: ((...given: Parameters<typeof database.transaction>) => {
    transactions++
    return database.transaction(...given)
  }) as typeof database.transaction,
})
const report = createPartReports({ database: counting, groupOf: samvad.app.groupOf })
const told = (org: Uuid, providerId: string, status: PartStatus = 'delivered') =>
  report({ organizationId: org, providerId, writtenAs: providerId, status, errorCode: null, deliveryId: null })

/** A message in accepted parts, by the provider's ids. */
async function longMessage(org: Uuid, names: readonly string[]): Promise<Uuid> {
  const id = newUuid()
  await samvad.rows(
    `insert into sms_parts (org_id, delivery_id, part, reference, text_hash, status, provider_id, created_at)
     select $1, $2, n, 7, 'x', 'accepted', name, now() from unnest($3::text[]) with ordinality as given (name, n)`,
    [org, id, names],
  )
  return id
}

test('spec 19.32: of whole messages nothing is written, however many there are', async () => {
  transactions = 0
  const all = await Promise.all(
    Array.from({ length: 300 }, (_, n) => told(n % 2 === 0 ? organizationId : other, `whole-${n}`)),
  )
  assert.ok(all.every((one) => one === null))
  assert.equal(transactions, 0)
})

test('spec 7.42, 19.32: receipts of many parts are a transaction for each organization, and each sees the others', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `part-${n}`)
  const [mine, theirs] = [await longMessage(organizationId, names), await longMessage(other, names)]
  // The first one goes alone, because no other is in progress yet.
  await told(organizationId, 'nobody')
  transactions = 0
  const all = await Promise.all(names.flatMap((name) => [told(organizationId, name), told(other, name)]))
  assert.ok(transactions <= 4, `${transactions} transactions`)
  for (const [place, one] of all.entries()) assert.equal(one?.deliveryId, place % 2 === 0 ? mine : theirs)
  for (const last of all.slice(-2)) assert.deepEqual(new Set(last?.parts), new Set(['delivered']))
})

test('spec 7.42: the first word of a part stays, also of those that come together', async () => {
  const id = await longMessage(organizationId, ['a', 'b'])
  await told(organizationId, 'nobody')
  await Promise.all([
    told(organizationId, 'a', 'delivered'),
    told(organizationId, 'a', 'undelivered'),
    told(organizationId, 'b', 'undelivered'),
    told(organizationId, 'b', 'delivered'),
  ])
  const rows = await samvad.rows('select part, status from sms_parts where delivery_id = $1 order by part', [id])
  assert.deepEqual(rows, [
    { part: 1, status: 'delivered' },
    { part: 2, status: 'undelivered' },
  ])
})

test('spec 7.42: a name that two parts have is of neither', async () => {
  await longMessage(organizationId, ['twice'])
  await longMessage(organizationId, ['twice'])
  assert.equal(await told(organizationId, 'twice'), null)
})
