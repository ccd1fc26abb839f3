// Money that comes and goes: accounts with payment gateways, what is awaited of them, refunds that wait.

import { indianTime } from '#kit/india/calendar.ts'
import { seconds } from '#kit/wire.ts'
import { autoRechargesInGrace } from '#money/auto-recharge/in-grace.ts'
import { openDisputes } from '#money/claims/actions.ts'
import * as accounts from '#money/gateways/accounts/actions.ts'
import { awaitedPayments } from '#money/recharges/awaited.ts'
import { waitingRefunds } from '#money/refunds/waiting.ts'
import { sumOf, valuesBy } from './measured.ts'
import type { Part } from './part.ts'
import { lasting, secondsSince } from './words.ts'

/** Gateways pay out within two weeks, bank holidays included. */
const REFUND_SECONDS_MAX = 14 * 86_400

export const paymentsPart: Part = {
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
    const gateways = names.map((name) => {
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
    const until = disputes.respondBy === null ? '' : `, the first until ${indianTime(disputes.respondBy)} in India`
    const unanswered =
      disputes.count === 0
        ? []
        : [`disputes to answer at the gateway: ${disputes.count}${until}; samvad claim list names them.`]
    const late = waiting
      .filter(({ status, oldest_seconds }) => status !== 'requested' && oldest_seconds > REFUND_SECONDS_MAX)
      .map(
        ({ oldest_seconds }) =>
          `A refund has waited for its gateway for ${lasting(oldest_seconds)}: ask the gateway; samvad refund list names it.`,
      )
    const problems = [...late, ...unanswered]
    const lines = [
      ...(gateways.length === 0 ? ['no gateway: no recharge can be paid'] : []),
      ...gateways.map((one) => lineOf(one, measured !== null)),
      ...waiting.map(
        ({ status, count, oldest_seconds }) => `refunds ${status} ${count}, the oldest for ${lasting(oldest_seconds)}`,
      ),
      `automatic recharges on ${automatic.enabled}, failing ${automatic.inGrace}`,
    ]
    const facts = {
      gateways,
      refunds_waiting: waiting,
      disputes_to_answer: { count: disputes.count, respond_by: seconds(disputes.respondBy) },
      auto_recharges: { enabled: automatic.enabled, in_grace: automatic.inGrace },
    }
    return { problems, lines, facts }
  },
}

interface GatewayFacts {
  name: string
  is_enabled: boolean
  is_current: boolean
  last_webhook_seconds_ago: number | null
  open_payments: number
  open_oldest_seconds: number | null
  failed_calls: number
}

function lineOf(one: GatewayFacts, isMeasured: boolean): string {
  const { name, last_webhook_seconds_ago: heard, open_payments: open, open_oldest_seconds: oldest } = one
  const role = one.is_current ? 'takes new payments' : one.is_enabled ? 'on' : 'off'
  const webhook = heard === null ? 'no webhook since the start' : `last webhook ${lasting(heard)} ago`
  const awaited = open === 0 ? 'no payment awaited' : `${open} awaited, the oldest for ${lasting(oldest ?? 0)}`
  return `${name}  ${role}  ${awaited}${isMeasured ? `  ${webhook}  ${one.failed_calls} calls failed` : ''}`
}
