// Pure rules of the premium pages: what the plan's page offers, form domains, and durations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  actionsOf,
  isPaidByLink,
  lastDayOfPeriod,
  mayChangeMethod,
  statusNameOf,
  taxPercentOf,
} from '../../console/src/billing/plan-state.ts'
import { shownDuration } from '../../console/src/forms/analytics/durations.ts'
import { nameIn, recordTypeOf, shownState } from '../../console/src/forms/domains/domain-state.ts'
import { caddySnippet, nginxSnippet, upstreamOf } from '../../console/src/forms/domains/proxy-snippets.ts'
import { readAnalyticsSearch } from '../../console/src/forms/known.ts'

const may =
  (...held: string[]) =>
  (name: string) =>
    held.includes(name)
const owner = may('billing.manage', 'wallet.recharge')
const PAGE = 'https://samvad.example/checkout'

test('spec 23.75, 23.77: each state of the plan offers what can be done in it, and to whom', () => {
  const offered = (status: string, authorization_url: string | null, who = owner) =>
    actionsOf({ status, authorization_url }, who).join(' ')
  assert.equal(offered('free', null), '')
  assert.equal(offered('pending', PAGE), 'pay withdraw')
  assert.equal(offered('active', null), 'cancel')
  // A renewal paid by link.
  assert.equal(offered('active', PAGE), 'pay cancel')
  assert.equal(offered('grace', null), 'pay cancel')
  assert.equal(offered('cancelling', null), 'resume')
  assert.equal(offered('grace', PAGE, may('wallet.recharge')), 'pay')
  assert.equal(offered('grace', null, may('billing.manage')), 'cancel')
  for (const status of ['free', 'pending', 'active', 'grace', 'cancelling'])
    assert.equal(offered(status, null, may('organization.view')), '')
})

test('spec 23.76: the last day of a period is the one before the midnight in India that ends it', () => {
  const to = Date.parse('2026-03-01T00:00:00+05:30') / 1000
  assert.equal(lastDayOfPeriod({ current_period: { from: to - 28 * 86_400, to } }), '2026-02-28')
  assert.equal(lastDayOfPeriod({ current_period: null }), null)
})

test('spec 23.77: a payment is automatic only when a mandate debits it, also while the next one is not set', () => {
  const mandate = (status: string) => ({ status }) as NonNullable<Parameters<typeof isPaidByLink>[0]['mandate']>
  assert.equal(isPaidByLink({ next_payment_kind: 'debit', mandate: mandate('active') }), false)
  // The mandate doesn't cover a higher price.
  assert.equal(isPaidByLink({ next_payment_kind: 'link', mandate: mandate('active') }), true)
  assert.equal(isPaidByLink({ next_payment_kind: null, mandate: mandate('active') }), false)
  assert.equal(isPaidByLink({ next_payment_kind: null, mandate: null }), true)
})

test('spec 23.96: in grace a payment is called failed once one has failed, and due while a link is unpaid', () => {
  assert.equal(statusNameOf({ status: 'grace', failed_attempts: 0 }), 'due')
  assert.equal(statusNameOf({ status: 'grace', failed_attempts: 1 }), 'grace')
  assert.equal(statusNameOf({ status: 'active', failed_attempts: 0 }), 'active')
  assert.equal(taxPercentOf({ price: '499.00', tax: '89.82' }), 18)
  assert.equal(taxPercentOf({ price: '549.00', tax: '27.46' }), 5)
})

test('spec 23.99: the payment method is changed while months are debited, by who manages billing', () => {
  const mandate = (status: string) => ({ status }) as NonNullable<Parameters<typeof mayChangeMethod>[0]['mandate']>
  assert.equal(mayChangeMethod({ status: 'active', mandate: mandate('active') }, owner), true)
  assert.equal(mayChangeMethod({ status: 'grace', mandate: mandate('active') }, owner), true)
  assert.equal(mayChangeMethod({ status: 'cancelling', mandate: mandate('active') }, owner), false)
  assert.equal(mayChangeMethod({ status: 'active', mandate: mandate('revoked') }, owner), false)
  assert.equal(mayChangeMethod({ status: 'active', mandate: null }, owner), false)
  assert.equal(mayChangeMethod({ status: 'active', mandate: mandate('active') }, may('wallet.recharge')), false)
})

test('spec 23.98: the configuration for Caddy names the address at which the installation listens', () => {
  assert.match(caddySnippet(upstreamOf('http://10.0.0.5:9321')), /reverse_proxy 10\.0\.0\.5:9321/)
  assert.match(caddySnippet(upstreamOf(null)), /ask http:\/\/127\.0\.0\.1:8080\//)
})

test('spec 23.79: a missing record comes before a missing plan; a pasted address is read as its domain', () => {
  assert.equal(shownState({ status: 'pending', serving: 'nothing' }), 'pending')
  assert.equal(shownState({ status: 'verified', serving: 'forms' }), 'serving')
  assert.equal(shownState({ status: 'verified', serving: 'redirect' }), 'downgraded')
  assert.equal(shownState({ status: 'proof_missing', serving: 'redirect' }), 'failing')
  for (const typed of [
    'Forms.Shop.example',
    ' https://forms.shop.example/contact?x=1 ',
    'forms.shop.example.:443',
    'forms.shop.example.',
  ])
    assert.equal(nameIn(typed), 'forms.shop.example', typed)
  assert.deepEqual(['samvad.example', '203.0.113.7', '2001:db8::7'].map(recordTypeOf), ['CNAME', 'A', 'AAAA'])
  assert.match(nginxSnippet('forms.shop.example'), /^DOMAIN=forms\.shop\.example$/m)
})

test('spec 23.81: durations are read at a glance, and an address keeps the version and what campaigns are counted by', () => {
  const units = {
    seconds: (count: number) => `${count}s`,
    minutes: (minutes: number, seconds: number) => `${minutes}m${seconds}`,
    hours: (hours: number, minutes: number) => `${hours}h${minutes}`,
    days: (count: number) => `${count}d`,
  }
  assert.deepEqual(
    [0, 59.4, 60, 125, 3599, 3600, 7260, 86_400, 200_000].map((one) => shownDuration(one, units)),
    ['0s', '59s', '1m0', '2m5', '59m59', '1h0', '2h1', '1d', '2d'],
  )
  assert.deepEqual(readAnalyticsSearch({ by: 'referrer', version: '3', view: 'table' }), {
    by: 'referrer',
    version: 3,
    view: 'table',
  })
  assert.deepEqual(readAnalyticsSearch({ by: 'name', version: '-1' }), {})
})
