// Starts a campaign: counts its audience without a lock, then fixes content and prices and reserves the cost under the
// wallet's lock. spec 15.10, 15.11.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { areEarlierProcesses } from '#kit/database/earlier-processes.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { invalid, Refusal, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import { type ChannelAccess, createChannelAccess } from '#messaging/channels/accounts/access.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import { availableOf } from '#money/wallet/rules.ts'
import type * as audit from '#people/audit/actions.ts'
import { find, lock, stateConflict, tell } from './actions.ts'
import { type Prepared, prepare } from './content.ts'
import { costOfUnits } from './cost-rules.ts'
import { audienceOf, type Counted, count, takenOn } from './estimate.ts'
import { paceOf } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { reservedKind } from './recipients.ts'
import { finishesAt, type PauseReason, shortfallOf, stateAfter } from './rules.ts'
import { showEstimate } from './show.ts'
import { currentFilters, mustHaveLists } from './sources.ts'

/** The inputs of the start. */
interface Ready {
  prepared: Prepared
  priceList: PriceList
  accountId: Uuid
  /** The stored filters of its segments. */
  filters: unknown[]
  counted: Counted
}

export interface Starting {
  partial: boolean
  maxTotal: Micros | null
}

export type CampaignStarter = ReturnType<typeof createStarter>

export function createStarter(app: App, access: ChannelAccess = createChannelAccess(app)) {
  const priceLists = createPriceLists(app)

  /** Does everything that needs no lock; throws a refusal if the campaign cannot be sent. */
  async function ready(organizationId: Uuid, row: CampaignRow, at: Date): Promise<Ready> {
    const { reads } = app.database
    mustHaveAudience(row)
    const prepared = await prepare(reads, organizationId, row)
    const accountId = await access.pinOf(organizationId, row.channel)
    if (accountId === null) throw unavailable(row)
    const priceList = await priceLists(organizationId, at)
    if (priceList.tiers[reservedKind(prepared.content)] === undefined) throw notSold(row, priceList)
    const filters = await currentFilters(reads, organizationId, row)
    await mustHaveLists(reads, organizationId, row)
    const counted = await count(app, audienceOf(organizationId, row, filters, prepared, at), prepared, priceList)
    return { prepared, priceList, accountId, filters, counted }
  }

  async function estimate({ organizationId, at }: Scope, id: Uuid) {
    const { reads } = app.database
    const row = await find(reads, { organizationId }, id)
    const { prepared, priceList, counted } = await ready(organizationId, row, at)
    const taken = await takenOn(reads, organizationId, row.channel, at)
    const cost = costOfUnits(priceList, reservedKind(prepared.content), taken, counted.units)
    const walletRow = await wallet.find(reads, organizationId)
    const available = availableOf(walletRow)
    const from = row.scheduled_at !== null && row.scheduled_at > at ? row.scheduled_at : at
    const finishes = finishesAt(counted.recipients, from, paceOf(row))
    return showEstimate({ counted, cost, balance: walletRow.balance, available, finishes })
  }

  /** Schedules it if its time is in the future, else starts it. The second of two concurrent starts is refused. */
  async function start(scope: Scope & { userId: Uuid }, doer: audit.Doer, id: Uuid, starting: Starting) {
    const { organizationId, at, userId } = scope
    const { database } = app
    const row = await find(database.reads, scope, id)
    mustBeStartable(row, false)
    // The previous version does not support reservations and would cancel its deliveries.
    if (await areEarlierProcesses(app)) throw refusal('conflict', 'campaign_while_upgrading')
    const one = await ready(organizationId, row, at)
    const isLater = row.status === 'draft' && row.scheduled_at !== null && row.scheduled_at > at
    return async (tx: Tx): Promise<CampaignRow> => {
      const walletState = await wallet.lock(tx, organizationId)
      const locked = await lock(tx, scope, id)
      mustBeStartable(locked, isLater)
      // The draft was changed while its audience was counted.
      if (JSON.stringify(writtenOf(locked)) !== JSON.stringify(writtenOf(row)))
        throw refusal('conflict', 'campaign_changed')
      const { prepared, priceList, accountId, filters, counted } = one
      const taken = await takenOn(tx, organizationId, row.channel, at)
      const { total } = costOfUnits(priceList, reservedKind(prepared.content), taken, counted.units)
      mustBeWithin(total, starting.maxTotal)
      if (isLater) {
        const asked = { is_partial: starting.partial, max_total_micros: starting.maxTotal, userId }
        const scheduled = await tx.row<CampaignRow>(queries.schedule(scope, id, asked))
        tx.onCommit(enqueueWork('campaigns', organizationId, row.scheduled_at as Date))
        return tell(tx, scope, doer, 'campaign.scheduled', scheduled)
      }
      if (counted.recipients === 0) throw refusal('invalid_content', 'campaign_without_recipients')
      const available = availableOf(walletState)
      if (total > available && !starting.partial) throw tooLittle(total, available)
      const reserved = total < available ? total : available
      await reserve(tx, organizationId, walletState, reserved, at)
      const started = await tx.row<CampaignRow>(
        queries.start(scope, id, {
          template_version: prepared.version,
          category: prepared.content.category,
          filters,
          price_list_id: priceList.id,
          account_id: accountId,
          is_partial: starting.partial,
          max_total_micros: starting.maxTotal,
          reserved_micros: reserved,
          userId,
        }),
      )
      tx.onCommit(enqueueWork('campaigns', organizationId, at))
      return tell(tx, scope, doer, 'campaign.started', started)
    }
  }

  return { estimate, start }
}

/** The inputs of the count, and the scheduled time. */
const writtenOf = (row: CampaignRow) => {
  const { channel, template_id, subject, text, html, variables, list_ids, segment_ids, exclude_list_ids } = row
  const content = [channel, template_id, subject, text, html, variables]
  return [...content, list_ids, segment_ids, exclude_list_ids, row.scheduled_at]
}

function mustBeStartable(row: CampaignRow, isLater: boolean): void {
  const state = { status: row.status, pauseReasons: row.pause_reasons, hasStarted: row.started_at !== null }
  if (stateAfter(state, { act: 'start', isLater }) === null) throw stateConflict(row)
}

function mustBeWithin(total: Micros, max: Micros | null): void {
  if (max !== null && total > max)
    throw refusal('conflict', 'campaign_above_max', { total: formatMicros(total), max: formatMicros(max) })
}

const tooLittle = (total: Micros, available: Micros) =>
  refusal('insufficient_balance', 'campaign_above_available', {
    total: formatMicros(total),
    available: formatMicros(available),
    shortfall: formatMicros(shortfallOf(total, available)),
  })

/** Required for the start; a draft may have none. */
function mustHaveAudience({ list_ids, segment_ids }: CampaignRow): void {
  if (list_ids.length + segment_ids.length === 0)
    throw invalid('list_ids', 'one_of_fields', { fields: ['list_ids', 'segment_ids'] })
}

const unavailable = ({ channel }: CampaignRow) =>
  new Refusal('channel_unavailable', reasonOf('channel_not_set_up', { channel }), [
    { field: 'channel', ...validationError('channel_not_set_up', { channel }) },
  ])

const notSold = ({ channel }: CampaignRow, { name: price_list }: PriceList) =>
  new Refusal('channel_unavailable', reasonOf('not_sold', { channel, price_list }), [
    { field: 'channel', ...validationError('not_sold', { price_list }) },
  ])

/** Why it cannot be started, if retrying does not help; null otherwise. */
export function pauseReasonOf({ code, reason }: Refusal): PauseReason | null {
  switch (code) {
    case 'insufficient_balance':
      return 'insufficient_balance'
    case 'template_unavailable':
      return 'template'
    case 'channel_unavailable':
      return 'account'
    case 'invalid_content':
    case 'not_found':
      return 'failed'
    default:
      return reason === 'campaign_above_max' ? 'max_total' : null
  }
}
