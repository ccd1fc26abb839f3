// Pure rules of the wallet: coverage and warnings.

import type { ChannelDescription } from '#channels/description.ts'
import { channelDescriptions } from '#channels/table.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { kindsOf, type PricedChannel, type PriceList, priceOf } from '#money/pricing/rules.ts'

export const transactionKinds = ['recharge', 'deduction', 'refund', 'credit'] as const
export type TransactionKind = (typeof transactionKinds)[number]

export const transactionStatuses = ['pending', 'completed', 'failed'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** spec 10.2. */
export const paymentMethods = ['credit_card', 'debit_card', 'net_banking', 'upi', 'wallet'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** spec 10.6, plus further reasons of gateways. */
export const failureReasons = [
  'insufficient_funds',
  'expired_card',
  'daily_limit_reached',
  'bank_declined',
  'gateway_error',
] as const
export type FailureReason = (typeof failureReasons)[number]

const descriptions: Readonly<Record<string, ChannelDescription | undefined>> = channelDescriptions

/** `1 email`, `3 SMS`, as descriptions of transactions count messages. */
export function countedMessages(count: number | bigint, channel: string): string {
  const [one, several] = descriptions[channel]?.counted ?? [`${channel} message`, `${channel} messages`]
  return `${count} ${Number(count) === 1 ? one : several}`
}

/** The wallet's state in a transaction. `version` counts its completed transactions. */
export interface WalletState {
  balance: Micros
  /** The part reserved by campaigns. */
  reserved: Micros
  version: bigint
  /** Different after every change. */
  state: Uuid
  /** The balance right after the last credit or recharge. */
  warningBase: Micros
  warnedLevel: WarningLevel | null
  /** Below this balance a deduction triggers auto-recharge; null while none is wanted or one is in progress. */
  rechargeBelow: Micros | null
  /** The price of the cheapest possible next message at the last send; null before any. */
  nextPrice: Micros | null
}

type Prices = Pick<PriceList, 'tiers'>

/**
 * The price of the cheapest next message: of these channels' kinds, each at the tier of the month's next number. Null
 * when nothing can be sent.
 */
export function nextPrice(
  { tiers }: Prices,
  counters: ReadonlyMap<string, bigint>,
  channels: Iterable<PricedChannel>,
): Micros | null {
  let least: Micros | null = null
  for (const channel of channels) {
    const next = (counters.get(channel) ?? 0n) + 1n
    for (const kind of kindsOf[channel]) {
      const ofKind = tiers[kind]
      if (ofKind === undefined) continue
      const { priceMicros } = priceOf(ofKind, next)
      if (least === null || priceMicros < least) least = priceMicros
    }
  }
  return least
}

/** spec 9.10: empty when it covers no possible next message. Free messages can always be sent. */
export function isEmpty(balance: Micros, next: Micros | null): boolean {
  return next === null ? balance === 0n : balance < next
}

/** spec 10.16: true when a deduction leaves the balance below the threshold. */
export function callsForRecharge({ balance, rechargeBelow }: WalletState): boolean {
  return rechargeBelow !== null && balance < rechargeBelow
}

/** States of auto-recharge, named as in its own resource; the balance shows them too. */
export const autoRechargeStatuses = [
  'off',
  'authorization_required',
  'active',
  'charging',
  'retrying',
  'payment_link',
  'limited',
] as const
export type AutoRechargeStatus = (typeof autoRechargeStatuses)[number]

export type WarningLevel = 20 | 10 | 0

/** spec 9.9: warnings at 20 percent, at 10 percent, and at 0, which means that no message can be sent. */
export function warningLevel(balance: Micros, base: Micros, next: Micros | null): WarningLevel | null {
  if (isEmpty(balance, next)) return 0
  if (balance * 10n <= base) return 10
  if (balance * 5n <= base) return 20
  return null
}

/** The level to warn of now, or null: each level warns once until the next credit or recharge. */
export function newWarning(walletState: WalletState): WarningLevel | null {
  // A wallet that never had money is empty without a warning.
  if (walletState.warningBase === 0n) return null
  const level = warningLevel(walletState.balance, walletState.warningBase, walletState.nextPrice)
  if (level === null) return null
  return walletState.warnedLevel === null || level < walletState.warnedLevel ? level : null
}

/** The number of days whose spending predicts how long the balance lasts. */
export const SPENDING_DAYS = 7
/** Ten years: longer predictions are meaningless. */
export const DAYS_LEFT_MAX = 3650

/** How many whole days the balance lasts at the average spending of the last `SPENDING_DAYS`; null without spending. */
export function daysLeft(balance: Micros, spent: Micros): number | null {
  if (spent <= 0n) return null
  const days = (balance * BigInt(SPENDING_DAYS)) / spent
  return days > BigInt(DAYS_LEFT_MAX) ? DAYS_LEFT_MAX : Number(days)
}

/** The spendable amount: the balance minus campaigns' reservations. spec 9.13. */
export const availableOf = ({ balance, reserved }: Pick<WalletState, 'balance' | 'reserved'>): Micros =>
  balance - reserved

/** The balance after the deduction; null when it does not cover the amount. */
export function deduct(balance: Micros, amount: Micros): Micros | null {
  return balance < amount ? null : balance - amount
}
