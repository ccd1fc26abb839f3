// Organizations with different balances and prices, and the expected sums of sending their messages one after another,
// which every interleaving must match.

import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { type PriceMode, priceOf, type Tier } from '#money/pricing/rules.ts'
import { crossingOf } from '#money/pricing/volume.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Assembled } from '../../../server/program/app.ts'
import { foundCompany, publicId } from '../../harness.ts'
import type { Chance } from '../../kills/chance.ts'

export interface Organization {
  name: string
  organizationId: Uuid
  token: string
  /** Public ids. */
  conversations: string[]
  /** The channel that it sends on, each with separate prices. */
  channel: ChannelName
  start: Micros
  mode: PriceMode
  tiers: readonly Tier[]
}

const CONVERSATIONS = 3
/** The price kind of a message on each channel; contacts have just written by app. */
const PRICED_AS: Record<ChannelName, string> = { email: 'email', app: 'app_session', sms: 'sms' }
/** The last amounts cover everything that a run can send; the others are used up, some at once. */
const RUPEES = [0n, 1n, 5n, 15n, 40n, 10_000n, 10_000n]
/** First the default list's price, as far as a run reaches; then lists with tier boundaries that a run crosses. */
const PRICES: { mode: PriceMode; tiers: readonly Tier[] }[] = [
  {
    mode: 'graduated',
    tiers: tiersOf([10_000n, 150_000n], [50_000n, 120_000n], [100_000n, 100_000n], [null, 80_000n]),
  },
  { mode: 'graduated', tiers: tiersOf([3n, 150_000n], [20n, 123_457n], [90n, 100_000n], [null, 80_001n]) },
  { mode: 'graduated', tiers: tiersOf([15n, 90_000n], [60n, 140_000n], [null, 70_000n]) },
  { mode: 'volume', tiers: tiersOf([10n, 150_000n], [50n, 120_000n], [200n, 90_909n], [null, 70_000n]) },
]
/** Before any message is sent. */
const PUBLISHED_AT = '2021-01-01'

function tiersOf(...given: [upTo: bigint | null, priceMicros: Micros][]): Tier[] {
  return given.map(([upTo, priceMicros]) => ({ upTo, priceMicros }))
}

export async function foundOrganizations(app: Assembled, count: number, random: Chance): Promise<Organization[]> {
  const made: Organization[] = []
  for (let index = 0; index < count; index++) {
    const name = `Organization ${index}`
    const { organizationId, userId, token } = await foundCompany(app, name)
    const start = RUPEES[(index + random.integer(2)) % RUPEES.length] as bigint
    const { mode, tiers } = PRICES[index % PRICES.length] as (typeof PRICES)[number]
    const channel = channelNames[index % channelNames.length] as ChannelName
    // The default list has these tiers for email only.
    if (channel !== 'email' || tiers !== PRICES[0]?.tiers) await publish(app, organizationId, channel, mode, tiers)
    const conversations = await beginConversations(app, organizationId, userId)
    if (start > 0n) await credit(app, organizationId, start * MICROS_PER_RUPEE)
    made.push({ name, organizationId, token, conversations, channel, start: start * MICROS_PER_RUPEE, mode, tiers })
  }
  return made
}

async function publish(
  app: Assembled,
  organizationId: Uuid,
  channel: ChannelName,
  mode: PriceMode,
  tiers: readonly Tier[],
): Promise<void> {
  const own = {
    mode,
    tiers: tiers.map(({ upTo, priceMicros }) => {
      return { up_to: upTo === null ? null : Number(upTo), price: formatMicros(priceMicros) }
    }),
  }
  const other = { mode: 'graduated', tiers: [{ up_to: null, price: '0.50' }] }
  const others = { email: other, app_session: other, app_template: other, sms: other }
  const prices = { ...others, [PRICED_AS[channel]]: own }
  await app.database.pool.query(
    `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
    values ($1, $2, 'Contract', $3, $4, $3)`,
    [newUuid(), organizationId, PUBLISHED_AT, JSON.stringify({ currency: 'INR', sms_unit: 'message', prices })],
  )
}

async function beginConversations({ database }: Assembled, organizationId: Uuid, userId: Uuid): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: Uuid }>(
    `with met as (
       insert into contacts (org_id, id, email, phone_number, last_inbound_at, owner_id, created_at)
       select $1, gen_random_uuid(), 'buyer-' || n || '@customer.example', '+9198765000' || 10 + n, now(), $2, now()
         from generate_series(1, $3::int) n
       returning id)
     insert into conversations (org_id, id, user_id, contact_id, created_at)
     select $1, gen_random_uuid(), $2, id, now() from met returning id`,
    [organizationId, userId, CONVERSATIONS],
  )
  return rows.map(({ id }) => publicId('conv', id))
}

async function credit({ database, clock }: Assembled, organizationId: Uuid, amount: Micros): Promise<void> {
  await database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const granted = { kind: 'credit' as const, amount, counterAccount: 'operator', description: 'To begin with' }
    await wallet.move(tx, organizationId, walletState, { ...granted, key: `credit:${newUuid()}` }, clock())
  })
}

export interface Sum {
  accepted: number
  /** Sum of the charges. */
  charged: Micros
  /** The remaining balance, with the refunds of a volume list. */
  balance: Micros
}

/**
 * The sums of sending that many messages one after another; once the balance does not cover a message, it and all later
 * ones are refused.
 */
export function oneAfterTheOther({ start, mode, tiers }: Organization, attempts: number): Sum {
  let [accepted, charged, balance, paid] = [0, 0n, start, 0n]
  while (accepted < attempts) {
    const { priceMicros } = priceOf(tiers, BigInt(accepted + 1))
    if (priceMicros > balance) break
    accepted++
    charged += priceMicros
    paid += priceMicros
    balance -= priceMicros
    const crossing = mode === 'volume' ? crossingOf(tiers, BigInt(accepted - 1), BigInt(accepted)) : null
    if (!crossing) continue
    const cost = BigInt(accepted) * crossing.priceMicros
    balance += paid - cost
    paid = cost
  }
  return { accepted, charged, balance }
}
