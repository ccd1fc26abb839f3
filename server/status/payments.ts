// Payments: the accounts with payment gateways, payments not yet made, refunds that wait, and disputes to answer.

import { seconds } from '#kit/wire.ts'
import { autoRechargesInGrace } from '#money/auto-recharge/in-grace.ts'
import { openDisputes } from '#money/claims/actions.ts'
import * as accounts from '#money/gateways/accounts/actions.ts'
import { awaitedPayments } from '#money/recharges/awaited.ts'
import { waitingRefunds } from '#money/refunds/waiting.ts'
import type { GatewayFacts, PaymentFacts } from './facts.ts'
import { sumOf, valuesBy } from './measured.ts'
import { line, type Message, problem } from './messages.ts'
import type { Part } from './part.ts'
import { secondsSince } from './units.ts'

/** Gateways pay refunds out within two weeks, bank holidays included. */
const REFUND_SECONDS_MAX = 14 * 86_400

export const paymentsPart: Part<PaymentFacts> = {
  name: 'payments',
  async read({ reads, now, settings, measured }) {
    const [set, isSandboxOn, awaited, refunds, automatic, disputes] = await Promise.all([
      accounts.list(reads),
      accounts.isGatewaySandboxOnNow({ settings, database: { reads } }),
      awaitedPayments(reads),
      waitingRefunds(reads),
      autoRechargesInGrace(reads),
      openDisputes(reads, now),
    ])
    const current = accounts.currentOf(set)?.name ?? null
    const names = [...set.map(({ name }) => name), ...(isSandboxOn ? ['sandbox'] : [])]
    const awaitedOf = new Map(awaited.map((one) => [one.gateway, one]))
    const gateways: GatewayFacts[] = names.map((name) => {
      const account = set.find((one) => one.name === name)
      const open = awaitedOf.get(name)
      const heard = sumOf(measured, 'samvad_gateway_last_webhook_timestamp_seconds', ['gateway', name])
      return {
        name,
        is_enabled: account?.is_enabled ?? true,
        is_current: account === undefined ? current === null : name === current,
        last_webhook_seconds_ago: heard === 0 ? null : secondsSince(new Date(heard * 1000), now),
        failed_calls: valuesBy(measured, 'samvad_gateway_call_seconds_count', ['gateway', name], 'outcome').failed ?? 0,
        open_payments: open?.count ?? 0,
        open_oldest_seconds: open === undefined ? null : secondsSince(open.oldest, now),
      }
    })
    const waiting = refunds.map(({ status, count, oldest }) => ({
      status,
      count,
      oldest_seconds: secondsSince(oldest, now),
    }))
    const respondBy = seconds(disputes.respondBy)
    const unanswered =
      disputes.count === 0
        ? []
        : respondBy === null
          ? [problem('disputes_open', { disputes: disputes.count })]
          : [problem('disputes_due', { disputes: disputes.count, respond_by: respondBy })]
    const late = waiting
      .filter(({ status, oldest_seconds }) => status !== 'requested' && oldest_seconds > REFUND_SECONDS_MAX)
      .map(({ oldest_seconds }) => problem('refund_late', { seconds: oldest_seconds }))
    const problems = [...late, ...unanswered]
    const lines = [
      ...(gateways.length === 0 ? [line('gateway_none')] : []),
      ...gateways.flatMap((one) => gatewayLines(one, measured !== null)),
      ...waiting.map(({ status, count: refunds, oldest_seconds }) =>
        line(`refunds_${status}`, { refunds, seconds: oldest_seconds }),
      ),
      line('auto_recharges', { enabled: automatic.enabled, failing: automatic.inGrace }),
    ]
    const facts = {
      gateways,
      refunds_waiting: waiting,
      disputes_to_answer: { count: disputes.count, respond_by: respondBy },
      auto_recharges: { enabled: automatic.enabled, in_grace: automatic.inGrace },
    }
    return { problems, lines, facts }
  },
}

function gatewayLines(one: GatewayFacts, isMeasured: boolean): Message[] {
  const { name: gateway, last_webhook_seconds_ago: webhook, open_payments: payments, failed_calls: calls } = one
  const state = one.is_current ? 'gateway_current' : one.is_enabled ? 'gateway_enabled' : 'gateway_disabled'
  return [
    line(state, { gateway }),
    ...(payments === 0 ? [] : [line('gateway_payments', { gateway, payments, seconds: one.open_oldest_seconds ?? 0 })]),
    ...(isMeasured
      ? [
          webhook === null
            ? line('gateway_webhook_none', { gateway })
            : line('gateway_webhook', { gateway, seconds: webhook }),
          line('gateway_calls_failed', { gateway, calls }),
        ]
      : []),
  ]
}
