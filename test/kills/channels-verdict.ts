// The verdict on sent and received messages: compares the providers' logs with the status of each delivery, and what
// was acknowledged to the providers with what is stored.

import type { Uuid } from '#kit/ids.ts'
import { accountPin } from '#messaging/channels/accounts/pins.ts'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import type { Assembled } from '../../server/program/app.ts'
import { publicId } from '../harness.ts'
import type { TakenSms } from '../smpp/server.ts'
import { MAIL_DOMAIN, MARK, type Providers } from './providers.ts'

export interface Delivery {
  id: string
  channel: 'email' | 'app' | 'sms'
  status: string
  isReversed: boolean
  isUnknown: boolean
  mark: string
  /** The account, as its provider's log names it. */
  account: string
  /** True if the delivery must use that account. */
  isPinned: boolean
}

/** A provider's record of one message: how often it accepted each part; a mail or an app message has one part. */
export interface Taken {
  /** The number of parts, as each part states it. */
  count: number
  times: Map<number, number>
  /** The accounts that it was sent by. */
  by: Set<string>
}

const NOTHING: Taken = { count: 1, times: new Map(), by: new Set() }
const LEFT: readonly string[] = ['sent', 'delivered', 'read', 'undelivered']

/** Each delivery is charged and sent once, or reversed once, with the status that its provider reported. */
export async function faultsOfDeliveries(app: Assembled, providers: Providers): Promise<string[]> {
  return faultsOfSent(await deliveriesOf(app), takenOf(app, providers), providers.acknowledged.reports)
}

/** `taken`: by channel and mark. `reports`: the acknowledged reports of each message, by its mark. */
export function faultsOfSent(
  deliveries: readonly Delivery[],
  taken: ReadonlyMap<string, Taken>,
  reports: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const known = new Set(deliveries.map(nameOf))
  return [
    ...deliveries.flatMap((delivery) => {
      const { id, channel, mark } = delivery
      const said = reports.get(mark) ?? new Set()
      const faults = faultsOfOne(delivery, taken.get(nameOf(delivery)) ?? NOTHING, said)
      return faults.map((fault) => `${channel} ${publicId('dlv', id as Uuid)} <${mark}> ${fault}`)
    }),
    ...[...taken.keys()].filter((name) => !known.has(name)).map((name) => `${name} was taken, and is no delivery`),
  ]
}

const nameOf = ({ channel, mark }: Pick<Delivery, 'channel' | 'mark'>): string => `${channel} ${mark}`

function faultsOfOne(
  { status, isReversed, isUnknown, channel, account, isPinned }: Delivery,
  { count, times, by }: Taken,
  said: ReadonlySet<string>,
): string[] {
  const faults: string[] = []
  const mostTimes = Math.max(0, ...times.values())
  if (mostTimes > 1) faults.push(`was taken ${mostTimes} times`)
  for (const one of by) if (one !== account) faults.push(`left by the account ${one}, and is of ${account}`)
  if (!isPinned) faults.push('is pinned to another account')
  const hasEndedUnsent = status === 'failed' || status === 'cancelled'
  if (isReversed !== hasEndedUnsent) faults.push(`is ${status}, and ${isReversed ? '' : 'not '}given back`)
  const expected = expectedOf(said, times)
  // Reports of the Cloud API and of a return path contain our delivery id, so they settle an unknown outcome.
  if (isUnknown) return channel !== 'sms' && expected ? [...faults, `is unknown, and was reported ${expected}`] : faults
  if (LEFT.includes(status) && times.size === 0) faults.push(`is ${status}, and its provider never took it`)
  else if (LEFT.includes(status) && status !== 'undelivered' && times.size < count)
    faults.push(`is ${status}, and its provider took ${times.size} of its ${count} parts`)
  const isRejected = expected === 'failed'
  if (!LEFT.includes(status) && times.size > 0 && !isRejected) faults.push(`is ${status}, and its provider took it`)
  if (expected !== null && expected !== status) faults.push(`is ${status}, and was reported ${expected}`)
  return faults
}

function expectedOf(said: ReadonlySet<string>, parts: Taken['times']): string | null {
  if (said.has('failed')) return 'failed'
  if (said.has('bounced')) return 'undelivered'
  for (const status of ['read', 'delivered']) if (said.has(status)) return status
  // Of an SMS every part must have been reported.
  for (const [stat, status] of stats)
    if (parts.size > 0 && [...parts.keys()].every((part) => said.has(`${stat} ${part}`))) return status
  return null
}

const stats = [
  ['DELIVRD', 'delivered'],
  ['UNDELIV', 'undelivered'],
  ['REJECTD', 'failed'],
] as const

/**
 * Mail that the program itself writes, such as an invitation, has no mark. All mail is sent by one account, so a mail
 * is identified by its return path.
 */
function takenOf({ sealer }: Assembled, { mailbox, smpp, cloud }: Pick<Providers, 'mailbox' | 'smpp' | 'cloud'>) {
  const own = createOwnAddresses(sealer, MAIL_DOMAIN)
  const taken = new Map<string, Taken>()
  const note = (
    channel: Delivery['channel'],
    text: string,
    account: string,
    [, count, part]: TakenSms['place'] & {} = [0, 1, 1],
  ) => {
    const mark = MARK.exec(text)?.[1]
    if (mark === undefined) return
    const name = nameOf({ channel, mark })
    const { times, by } = taken.get(name) ?? { ...NOTHING, times: new Map<number, number>(), by: new Set<string>() }
    taken.set(name, { count, times: times.set(part, (times.get(part) ?? 0) + 1), by: by.add(account) })
  }
  for (const { text, envelope } of mailbox.received) {
    const returnPath = own.read(envelope.from)
    note('email', text, returnPath?.kind === 'bounce' ? returnPath.organizationId : envelope.from)
  }
  for (const { text, place, systemId } of [...smpp.taken, ...smpp.unanswered])
    note('sms', text, systemId, place ?? undefined)
  for (const { body, phoneNumberId } of [...cloud.accepted, ...cloud.unanswered])
    note('app', body.text.body, phoneNumberId)
  return taken
}

interface DeliveryRow extends Pick<Delivery, 'id' | 'channel' | 'status' | 'isReversed' | 'isUnknown'> {
  text: string
  org_id: Uuid
  pin: Uuid | null
  settings: { system_id?: string; phone_number_id?: string } | null
}

async function deliveriesOf({ database }: Assembled): Promise<Delivery[]> {
  const { rows } = await database.pool.query<DeliveryRow>(
    `select d.id, d.channel, d.status, d.reversal_id is not null as "isReversed",
            d.error_code is not distinct from 'outcome_unknown' and d.status = 'sending' as "isUnknown", m.text,
            d.org_id, d.account_id as pin, a.settings
       from deliveries d join messages m on m.org_id = d.org_id and m.id = d.message_id
       left join channel_accounts a on a.org_id = d.org_id and a.channel = d.channel`,
  )
  return rows.map(({ text, org_id, pin, settings, ...delivery }) => ({
    ...delivery,
    mark: MARK.exec(text)?.[1] ?? '',
    account: settings?.system_id ?? settings?.phone_number_id ?? org_id,
    isPinned: pin === accountPin(delivery.channel, settings === null ? null : org_id, settings ?? {}),
  }))
}

export async function faultsOfWhatWasWritten(app: Assembled, { acknowledged, waiting }: Providers): Promise<string[]> {
  const { pool } = app.database
  const { rows } = await pool.query<{ channel: string; text: string }>(
    "select channel, text from messages where direction = 'inbound'",
  )
  const failed = await pool.query('select id, error from arrivals where failed_at is not null')
  const left = await pool.query('select count(*)::int as count from arrivals where body is not null')
  return faultsOfStored(rows, acknowledged.written, {
    failed: failed.rows,
    left: left.rows[0].count,
    untold: waiting(),
  })
}

/**
 * Each message acknowledged to a provider is stored once. An inbound SMS has no id: if the process that stored it died
 * before it answered, the provider's repetition is stored as a second message (spec 7.43).
 */
export function faultsOfStored(
  stored: readonly { channel: string; text: string }[],
  written: readonly { channel: string; mark: string }[],
  { failed, left, untold }: { failed: readonly { id: string; error: string }[]; left: number; untold: number },
): string[] {
  const times = new Map<string, number>()
  for (const { channel, text } of stored) {
    const name = `${channel} ${MARK.exec(text)?.[1]}`
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  const known = new Set(written.map(({ channel, mark }) => `${channel} ${mark}`))
  // A message that is not yet acknowledged may already be stored.
  const made = untold > 0 ? [] : [...times.keys()].filter((name) => !known.has(name))
  return [
    ...written.flatMap(({ channel, mark }) => {
      const count = times.get(`${channel} ${mark}`) ?? 0
      if (count === 0) return [`what a contact wrote by ${channel}, <${mark}>, is gone`]
      return count > 1 && channel !== 'sms'
        ? [`what a contact wrote by ${channel}, <${mark}>, is there ${count} times`]
        : []
    }),
    ...made.map((name) => `${name} is there, and no contact wrote it`),
    ...failed.map(({ id, error }) => `the arrival ${id} waits for a person: ${error}`),
    ...(left === 0 ? [] : [`${left} arrivals were never worked off`]),
    ...(untold === 0 ? [] : [`${untold} reports of providers were never taken`]),
  ]
}
