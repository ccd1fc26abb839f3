// samvad subscription show, subscription cancel

import { createGateways } from '#money/gateways/providers/index.ts'
import { placeOrLog } from '#money/recharges/orders.ts'
import * as subscriptions from '#money/subscriptions/actions.ts'
import { changePaymentMethodFor } from '#money/subscriptions/payment-method.ts'
import type { Subscription } from '#money/subscriptions/schema.ts'
import { command } from './command.ts'
import { organizationOf } from './named.ts'

const organization = { type: 'string', required: true, value: 'ID', meaning: 'whose subscription' } as const

export const subscriptionShow = command({
  noun: 'subscription',
  verb: 'show',
  summary: "show an organization's plan, its period and what is due",
  options: { organization },
  async run({ app, options }) {
    const scope = { organizationId: organizationOf(options.organization), at: app.clock() }
    const terms = { gateways: await createGateways(app)(), supplier: app.settings.supplier }
    const shown = await subscriptions.findFor(app.database.reads, scope, terms)
    return { data: shown, lines: [line(shown)] }
  },
})

export const subscriptionCancel = command({
  noun: 'subscription',
  verb: 'cancel',
  summary: 'cancel a subscription at the end of the period that is paid for',
  options: { organization },
  async run({ app, options }) {
    const scope = { organizationId: organizationOf(options.organization), at: app.clock() }
    const terms = { gateways: await createGateways(app)(), supplier: app.settings.supplier }
    const shown = await app.database.transaction(
      (tx) => subscriptions.cancel(tx, scope, 'command_line', terms),
      scope.organizationId,
    )
    return { data: shown, lines: [line(shown)] }
  },
})

export const subscriptionPaymentMethod = command({
  noun: 'subscription',
  verb: 'payment-method',
  summary: 'print the page at which the customer authorizes another payment method',
  options: { organization },
  async run({ app, options }) {
    const scope = { organizationId: organizationOf(options.organization), at: app.clock() }
    const terms = { gateways: await createGateways(app)(), supplier: app.settings.supplier }
    const { shown, opened } = await app.database.transaction(
      (tx) => changePaymentMethodFor(tx, scope, terms),
      scope.organizationId,
    )
    if (opened) await placeOrLog(app, opened.gateway, scope.organizationId, opened.money)
    return { data: shown, lines: [shown.checkout_url ?? shown.id] }
  },
})

const time = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : '-')

function line({ plan, status, total, current_period, next_debit_at, grace_until }: Subscription): string {
  const times = [`until ${time(current_period?.to)}`, `due ${time(next_debit_at)}`, `grace until ${time(grace_until)}`]
  return [plan, status, total, ...times].join('  ')
}
