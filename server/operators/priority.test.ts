// Priority support in operators' lists: marked, filtered, and first where requested.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { type Company, publicId, startSamvad } from '../../test/harness.ts'
import { endPremium, givePremium } from '../../test/premium.ts'
import { newOperator } from '../../test/prices.ts'
import { assertRefused, idsOf, person, walk } from '../../test/story.ts'

// Sets requests and disputes directly, without the payments that would cause them.
const samvad = await startSamvad({}, { breaks: ['L1', 'L2', 'L3', 'L4', 'L5', 'L10', 'X1'] })
const boss = person(samvad, await newOperator(samvad))
const companies: Company[] = []
for (const name of ['Anand Mills', 'Bharat Tools', 'Chola Silks', 'Deccan Tea'])
  companies.push(await samvad.newCompany(name))
const [anand, , chola] = companies as [Company, Company, Company, Company]
await givePremium(samvad, anand)
await givePremium(samvad, chola)
const isOf = new Set([anand, chola].map(({ organizationId }) => publicId('org', organizationId)))

const paths = ['/v1/organizations', '/v1/refunds?status=requested', '/v1/payment_claims?kind=dispute']

for (const [index, { organizationId, userId }] of companies.entries()) {
  const at = new Date(Date.UTC(2026, 10, 1 + index))
  const id = newUuid(at.getTime())
  await samvad.rows(
    `insert into refunds (org_id, id, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id,
                          requested_by, created_at)
     values ($1, $2, 'requested', 'other', 'wallet', 1000000, 0, '[]', $2, $3, $4)`,
    [organizationId, id, userId, at],
  )
  await samvad.rows(
    `insert into payment_claims (org_id, id, kind, status, gateway, reference, payment_id, recharge_id, total_micros,
                                 is_paid_out, reported_at, created_at, updated_at)
     values ($1, $2, 'dispute', 'open', 'razorpay', $3, 'pay_1', $2, 1000000, false, $4, $4, $4)`,
    [organizationId, id, `disp_${index}`, at],
  )
}

for (const path of paths)
  test(`spec 23.72: ${path} marks, filters and sorts by priority, page by page in both directions`, async () => {
    const of = (row: any): string => row.organization_id ?? row.id
    const join = path.includes('?') ? '&' : '?'
    const newest = await walk(boss, path, 2)
    assert.ok(newest.length >= companies.length)
    for (const row of newest) assert.equal(row.is_priority, isOf.has(of(row)), of(row))
    assert.deepEqual(idsOf(newest), idsOf(newest).toSorted().toReversed())
    for (const isWanted of [true, false])
      assert.deepEqual(
        idsOf(await walk(boss, `${path}${join}priority=${isWanted}`, 1)),
        idsOf(newest.filter((row) => row.is_priority === isWanted)),
      )
    const sorted = await walk(boss, `${path}${join}sort=priority`, 1)
    const wanted = [...newest.filter((row) => row.is_priority), ...newest.filter((row) => !row.is_priority)]
    assert.deepEqual(idsOf(sorted), idsOf(wanted))
    const { body } = await boss.get(`${path}${join}sort=priority&limit=2&ending_before=${sorted.at(-1).id}`)
    assert.deepEqual(idsOf(body.data), idsOf(wanted.slice(-3, -1)))
    assertRefused(await boss.get(`${path}${join}sort=oldest`), 400, 'invalid_query', 'sort')
  })

test('spec 23.72: an organization has priority for as long as it has premium', async () => {
  const shown = async () =>
    (await boss.get(`/v1/organizations/${publicId('org', chola.organizationId)}`)).body.is_priority
  assert.equal(await shown(), true)
  await endPremium(samvad, chola)
  assert.equal(await shown(), false)
})
