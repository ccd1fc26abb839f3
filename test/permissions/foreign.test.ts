// Every route of money with another organization's ids: 404, nothing leaked, nothing changed. quality "Security".

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Prefix } from '#kit/ids.ts'
import type { Route } from '#edge/route.ts'
import { routesOf } from '../../server/routes.ts'
import { type Company, publicId, startSamvad } from '../harness.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { person } from '../story.ts'
import { isAboutMoney } from './table.ts'

const samvad = await startSamvad()
const neighbour = await samvad.newCompany('Neighbour Traders')
const operator = await samvad.newMember(samvad.company.organizationId, 'owner')
await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])

/** Of a company with a bit of everything: the ids of its things, several of a kind where their state matters. */
async function thingsOf(company: Company): Promise<Partial<Record<Prefix, string[]>>> {
  const owner = person(samvad, company)
  const paid = await openRecharge(samvad, '1000.00', {}, company)
  await payAtCheckout(paid.checkout_url, 'success')
  const failed = await openRecharge(samvad, '100.00', {}, company)
  await payAtCheckout(failed.checkout_url, 'bank_declined')
  const { data } = (await owner.get('/api/v1/billing/transactions')).body
  const invoices = (await owner.get('/api/v1/billing/invoices')).body.data
  const request = { recharge_id: paid.id, reason: 'duplicate_charge', amount: '10.00' }
  const refund = await owner.make('/api/v1/billing/refunds', request)
  return {
    txn: data.map(({ id }: { id: string }) => id),
    rech: [paid.id, failed.id],
    inv: [invoices[0].id],
    rfnd: [refund.id],
    org: [publicId('org', company.organizationId)],
  }
}

/** Bodies that are right in shape, so that only the id is wrong. */
const bodies: Record<string, object> = {
  'POST /v1/organizations/:organization_id/refunds/:id/approve': {},
  'POST /v1/organizations/:organization_id/refunds/:id/reject': { note: 'No' },
  'POST /v1/organizations/:organization_id/credits': { amount: '1.00', reason: 'Goodwill' },
}

const theirs = await thingsOf(neighbour)
await thingsOf(samvad.company)

const nameOf = ({ method, path }: Route) => `${method} ${path}`
/** With ids of an organization's things in the path. Price lists and organizations themselves are the installation's. */
const routes = routesOf(samvad.app).filter(
  ({ kind, ids = {}, ...route }) =>
    kind !== 'public' &&
    isAboutMoney(route) &&
    Object.values(ids).some(({ prefix }) => prefix !== 'org' && prefix !== 'plist'),
)

/** The path with each of the neighbour's things; an organization in it is the caller's own. */
function pathsOf({ path, ids = {} }: Route): string[] {
  const own = publicId('org', samvad.company.organizationId)
  return Object.entries(ids).reduce(
    (paths, [name, { prefix }]) => {
      const values = prefix === 'org' ? [own] : theirs[prefix]
      assert.ok(values && values.length > 0, `the neighbour has no ${prefix} for ${path}`)
      return paths.flatMap((one) => values.map((id) => one.replace(`:${name}`, id)))
    },
    [path],
  )
}

async function everythingOf({ organizationId }: Company) {
  const tables = ['wallets', 'transactions', 'recharges', 'invoices', 'refunds', 'audit_log', 'events']
  return Promise.all(
    tables.map((table) => samvad.rows(`select * from ${table} t where org_id = $1 order by t::text`, [organizationId])),
  )
}

test("another organization's id is a 404 on every route of money, and changes nothing there", async () => {
  assert.ok(routes.length >= 7, 'there are routes with ids')
  const before = await everythingOf(neighbour)
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      const json = bodies[nameOf(route)]
      // An owner who is an operator besides: no permission is what stops them.
      const answer = await samvad.request(route.method, path, { token: operator.token, ...(json ? { json } : {}) })
      assert.equal(answer.status, 404, `${nameOf(route)} ${answer.text}`)
      assert.equal(answer.body.code, 'not_found')
      for (const secret of ['Neighbour', '1000.00', '1180.00']) assert.ok(!answer.text.includes(secret), answer.text)
    }
  }
  assert.deepEqual(await everythingOf(neighbour), before)
})

test('the same ids are found by whom they belong to', async () => {
  for (const route of routes.filter(
    ({ method, permission }) => method === 'GET' && permission !== 'installation.operate',
  )) {
    for (const path of pathsOf(route)) {
      const { status, text } = await samvad.request('GET', path, { token: neighbour.token })
      assert.equal(status, 200, `${path} ${text.slice(0, 200)}`)
    }
  }
})

test("another organization's things are refused in bodies and cursors too", async () => {
  const owner = person(samvad)
  const [transaction] = theirs.txn as [string]
  const [recharge] = theirs.rech as [string]
  for (const named of [{ transaction_id: transaction }, { recharge_id: recharge }]) {
    const answer = await owner.post('/api/v1/billing/refunds', { ...named, reason: 'system_error' })
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], answer.text)
  }
  for (const [path, ids] of Object.entries({
    transactions: theirs.txn,
    recharges: theirs.rech,
    invoices: theirs.inv,
    refunds: theirs.rfnd,
  }))
    for (const cursor of ['starting_after', 'ending_before'])
      assert.equal((await owner.get(`/api/v1/billing/${path}?${cursor}=${ids?.[0]}`)).status, 400, path)
})
