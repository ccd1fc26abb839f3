// Routes inbound events of accounts that organizations share. A receipt belongs to the organization of its delivery; a
// message to the organization that wrote to the sender last from the account; STOP and START to all that did;
// everything else goes to quarantine. Each part becomes an inbound event of its organization, once: the assignment
// stays, even if another organization writes to the person in the meantime. spec 16.34 to 16.37.

import type { App } from '#kit/app.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import * as accounts from '#messaging/channels/accounts/actions.ts'
import { accountPin } from '#messaging/channels/accounts/pins.ts'
import { FOR_ALL, sharedSource } from '#messaging/channels/accounts/shared.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { Arrival, ArrivalReader, NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import {
  type Arrived,
  type IncomingNotice,
  nothingArrived,
  type Receipt,
} from '#messaging/channels/arrivals/arrived.ts'
import { fingerprintOf, wasGiven } from '#messaging/channels/arrivals/queries.ts'
import type { Readers } from '#messaging/channels/arrivals/readers.ts'
import type { SharedParts, SharedReceipt, SharedWriting } from '#messaging/channels/arrivals/shared-parts.ts'
import { keywordOf } from '#messaging/channels/keywords.ts'
import { partsByProviderId } from '#messaging/channels/sms/queries.ts'
import {
  deliveriesById,
  deliveriesByProviderId,
  type FoundDelivery,
  writersTo,
} from '#messaging/dispatch/shared-queries.ts'
import * as queries from './queries.ts'

/** A receipt that arrives before its delivery is recorded is retried for this long, then ignored. */
const EARLY_FOR_MS = 3600_000
/**
 * A reply this soon may arrive before the message that it answers is recorded, so its routing is retried until then.
 */
const writersNotedAfterMs = () => interval('WRITERS_NOTED_AFTER', 5_000)
/** Maximum number of messages in quarantine, which people review. */
export const QUARANTINE_MAX = 10_000
const QUARANTINE_TEXT_MAX = 500

/** Readers by the source of the inbound event. */
export const sharedReaders: Readers = {
  [sharedSource('cloud_api')]: (app) =>
    createRouter(app, async ({ body, receivedAt }, account) => {
      const { sharedPartsOf } = await import('#messaging/channels/app/shared-parts.ts')
      return sharedPartsOf(body, account?.phone_number_id ?? null, receivedAt)
    }),
  [sharedSource('smpp')]: (app) =>
    createRouter(app, async (arrival, account) => {
      const { sharedPartsOf } = await import('#messaging/channels/sms/smpp/shared-parts.ts')
      return sharedPartsOf(arrival, account)
    }),
}

type Split = (arrival: Arrival, account: { phone_number_id?: string } | null) => Promise<SharedParts>

function createRouter(app: App, split: Split): ArrivalReader {
  const { database, clock, log } = app
  const { keep } = createArrivals(app)

  /** Deliveries of this account only: receipts of another installation's messages, or invented ones, find nothing. */
  async function deliveriesOf(accountId: Uuid, receipts: readonly SharedReceipt[]): Promise<FoundDelivery[][]> {
    const { reads } = database
    const ids = receipts.map(({ deliveryId }) => deliveryId).filter((id) => id !== null)
    const namesOf = ({ providerId, writtenAs = providerId }: SharedReceipt) => [providerId, writtenAs]
    const named = receipts.filter(({ deliveryId }) => deliveryId === null).flatMap(namesOf)
    const [byId, byName, byPart] = await Promise.all([
      ids.length === 0 ? [] : reads.rows<FoundDelivery>(deliveriesById(accountId, ids)),
      named.length === 0 ? [] : reads.rows<FoundDelivery>(deliveriesByProviderId(accountId, named)),
      named.length === 0 ? [] : reads.rows<FoundDelivery>(partsByProviderId(accountId, named)),
    ])
    return receipts.map((receipt) =>
      receipt.deliveryId === null
        ? [...byName, ...byPart].filter(({ provider_id: name }) => name !== null && namesOf(receipt).includes(name))
        : byId.filter((one) => one.id === receipt.deliveryId),
    )
  }

  /** Receipts without a delivery. */
  async function routeReceipts(arrival: Arrival, accountId: Uuid, parts: SharedParts): Promise<SharedReceipt[]> {
    if (parts.receipts.length === 0) return []
    const found = await deliveriesOf(accountId, parts.receipts)
    const all = parts.receipts.map((receipt, index) => ({ receipt, of: found[index] as FoundDelivery[] }))
    // A provider id that several deliveries have is ambiguous and updates none.
    const known = all
      .filter(({ of }) => of.length === 1)
      .map(({ receipt, of: [one] }) => ({ receipt, one: one as FoundDelivery }))
    for (const [organizationId, own] of Map.groupBy(known, ({ one }) => one.org_id)) {
      const body = parts.receiptsBody(own.map(({ receipt, one }) => ({ receipt, deliveryId: one.id })))
      await keep([partOf(arrival, organizationId, { source: parts.source, fingerprint: `of:${arrival.id}`, body })])
    }
    return all.filter(({ of }) => of.length === 0).map(({ receipt }) => receipt)
  }

  /** False when it concerns no contact and no delivery waits for a reply: the caller stores it as a notice. */
  async function routeWriting(
    arrival: Arrival,
    accountId: Uuid | null,
    source: string,
    writing: SharedWriting,
  ): Promise<boolean> {
    const { channel, receivedAt } = arrival
    const { fingerprint: name, from, text, reactsTo, amends = null, body } = writing
    const isForAll = writing.isForAll === true || keywordOf(channel, text) !== null
    const part = { source, fingerprint: `shared:${name}`, body }
    const wasGivenPart = async (organizationId: Uuid, given: string) => {
      const fingerprint = fingerprintOf(partOf(arrival, organizationId, { ...part, fingerprint: `shared:${given}` }))
      return (await database.reads.row(wasGiven(organizationId, channel, fingerprint))) !== undefined
    }
    const writers = accountId === null ? [] : await writersOf(accountId, writing, isForAll)
    for (const organizationId of writers) {
      if (await wasGivenPart(organizationId, name))
        if (!isForAll)
          // An interrupted run may have got this far; an opt-out must still reach the remaining organizations.
          return true
    }
    const quarantined = fingerprintOf(partOf(arrival, FOR_ALL, part))
    if (await database.reads.row(queries.isQuarantined(quarantined))) return true
    const last =
      amends === null ? writers[0] : ((await firstOf(writers, (one) => wasGivenPart(one, amends))) ?? writers[0])
    if (last !== undefined) {
      const whose = isForAll ? writers : [last]
      await keep(whose.map((organizationId) => partOf(arrival, organizationId, part)))
      return true
    }
    // A reaction to an unknown message is ignored.
    if (reactsTo !== null) return true
    if (writing.isPreference === true) return false
    if (clock().getTime() - receivedAt.getTime() < writersNotedAfterMs())
      throw new Error('no organization has messaged this sender yet')
    await quarantineIt({ ...part, channel, fingerprint: quarantined, address: from[0], text, receivedAt })
    return true
  }

  async function writersOf(
    accountId: Uuid,
    { from, reactsTo, answers }: SharedWriting,
    isForAll: boolean,
  ): Promise<Uuid[]> {
    const { reads } = database
    // STOP and START apply to all organizations, whichever message they reply to.
    const named = reactsTo ?? (isForAll ? null : (answers ?? null))
    if (named !== null && named !== '') {
      const about = await reads.rows<FoundDelivery>(deliveriesByProviderId(accountId, [named]))
      if (about.length === 1) return about.map(({ org_id }) => org_id)
    }
    const rows = await reads.rows<{ org_id: Uuid }>(writersTo(accountId, from))
    return rows.map(({ org_id }) => org_id)
  }

  async function quarantineIt(one: {
    channel: Arrival['channel']
    source: string
    fingerprint: Buffer
    body: Buffer
    address: string
    text: string | null
    receivedAt: Date
  }): Promise<void> {
    const { receivedAt: received_at, text, ...rest } = one
    const shown = text === null ? null : text.replaceAll('\0', '').toWellFormed().slice(0, QUARANTINE_TEXT_MAX)
    await database.transaction(async (tx) => {
      const standing = await tx.row<{ waiting: number }>(queries.countQuarantined)
      if ((standing?.waiting ?? 0) >= QUARANTINE_MAX)
        throw new Error('the quarantine is full; see samvad quarantine list')
      await tx.run(queries.quarantine({ ...rest, id: newUuid(clock().getTime()), text: shown, received_at }))
    })
    log.warn({ channel: one.channel }, 'inbound message quarantined; see samvad quarantine list')
  }

  return {
    async read(arrival): Promise<Arrived> {
      const { account } = await accounts.state(database.reads, FOR_ALL, arrival.channel)
      const parts = await split(arrival, account?.settings ?? null)
      const accountId = account === null ? null : accountPin(arrival.channel, null, account.settings)
      const unknown = accountId === null ? [] : await routeReceipts(arrival, accountId, parts)
      const notices = [...(parts.notices ?? [])]
      for (const writing of parts.writings)
        if (!(await routeWriting(arrival, accountId, parts.source, writing))) notices.push(preferenceOf(writing))
      const isYoung = clock().getTime() - arrival.receivedAt.getTime() < EARLY_FOR_MS
      const early = parts.mayBeEarly && isYoung ? unknown : []
      return { ...nothingArrived, notices, receipts: early.map((receipt) => earlyReceipt(arrival, receipt)) }
    },
  }
}

/** The first one for which `isIt` resolves to true. */
async function firstOf<One>(all: readonly One[], isIt: (one: One) => Promise<boolean>): Promise<One | undefined> {
  for (const one of all) if (await isIt(one)) return one
  return undefined
}

/** The sender stops or resumes marketing, and no organization wrote to it from here. */
function preferenceOf({ from: [from], fingerprint: key, body }: SharedWriting): IncomingNotice {
  const content = { webhook: body.toString('utf8') }
  return { kind: 'preference', needsAction: false, detail: from, content, key }
}

function partOf(
  { channel, receivedAt }: Arrival,
  organizationId: Uuid,
  part: Pick<NewArrival, 'source' | 'fingerprint' | 'body'>,
): NewArrival {
  return { ...part, organizationId, channel, receivedAt }
}

/** Without an organization, so that no delivery is changed and the event is retried. */
const earlyReceipt = ({ channel, receivedAt }: Arrival, { providerId }: SharedReceipt): Receipt => ({
  organizationId: FOR_ALL,
  channel,
  delivery: { providerId },
  status: 'delivered',
  time: receivedAt,
  error: null,
})
