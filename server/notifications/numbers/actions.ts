// A user's phone number for notices: shared by all of the user's organizations, and usable once verified by a code.

import type { Hook } from '#events/hooks.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { ValidationError } from '#kit/messages/field-errors.ts'
import { absent, invalid, type Refusal, refusal, SlowDown } from '#kit/refusals.ts'
import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { NumberRow } from './queries.ts'
import * as queries from './queries.ts'
import { DAY_MS, isCode, numberHash, tooMany, WRONG_CODES_MAX } from './rules.ts'
import type { NewNotificationNumber } from './schema.ts'

/** The purpose for which the keys are derived. */
export const CODE_KEY = 'code of a notification number'
const NUMBER_KEY = 'notification number'

export async function find(tx: Tx, userId: Uuid): Promise<NumberRow | undefined> {
  return tx.row<NumberRow>(queries.ofUser(userId))
}

/**
 * A verified number stays verified when it is entered again. Any other number gets a code, and is unverified until
 * then.
 */
export async function give(
  tx: Tx,
  { organizationId, userId, at }: Actor,
  { phone_number: text, language = 'en' }: NewNotificationNumber,
  sealer: Sealer,
): Promise<NumberRow> {
  const reading = readPhoneNumber(text)
  if ('message' in reading) throw invalid('phone_number', reading as ValidationError)
  const phoneNumber = reading.value
  await tx.run(queries.lockAsking())
  const known = await find(tx, userId)
  if (known?.phone_number === phoneNumber && known.verified_at !== null) return known
  const hash = numberHash(sealer.keyFor(NUMBER_KEY), phoneNumber)
  const asked = await tx.row<{ of_user: number; of_number: number; of_all: number }>(
    queries.askedSince(userId, hash, new Date(at.getTime() - DAY_MS)),
  )
  const { of_user: ofUser = 0, of_number: ofNumber = 0, of_all: ofAll = 0 } = asked ?? {}
  const reason = tooMany({ ofUser, ofNumber, ofAll })
  if (reason !== null) throw new SlowDown(reason, DAY_MS / 1000)
  const codeId = newUuid(at.getTime())
  await tx.run(queries.noteAsked(codeId, userId, hash, at))
  const asking = { userId, phoneNumber, language, organizationId, codeId }
  return (await tx.row<NumberRow>(queries.ask(asking, at))) as NumberRow
}

export async function remove(tx: Tx, userId: Uuid): Promise<void> {
  if ((await tx.run(queries.remove(userId))) === 0) throw absent('notification number')
}

/**
 * Returns the id of the code when it matches; refuses any other code. Attempts are counted in their own transaction, so
 * that parallel attempts get no more guesses than sequential ones.
 */
export async function tryCode(
  { database, sealer }: Pick<App, 'database' | 'sealer'>,
  { organizationId, userId, at }: Actor,
  code: string,
): Promise<Uuid> {
  const row = await database.transaction(
    (tx) => tx.row<NumberRow>(queries.countTry(userId, WRONG_CODES_MAX, at)),
    organizationId,
  )
  if (!row?.code_hash) throw whyNone(await find(database.reads, userId), at)
  const proven = { userId, phoneNumber: row.phone_number, codeId: row.code_id }
  if (isCode(sealer.keysFor(CODE_KEY), proven, code, row.code_hash)) return row.code_id
  const left = WRONG_CODES_MAX - row.wrong_codes
  throw left > 0 ? invalid('code', 'code_wrong', { left }) : invalid('code', 'code_wrong_last')
}

function whyNone(row: NumberRow | undefined, at: Date): Refusal {
  if (!row) return absent('notification number')
  if (row.verified_at !== null) return refusal('conflict', 'number_verified')
  if (row.code_hash === null && (row.code_status === 'waiting' || row.code_status === 'leaving'))
    return refusal('conflict', 'code_not_sent_yet')
  if (row.wrong_codes >= WRONG_CODES_MAX) return refusal('conflict', 'code_wrong_too_often')
  const isExpired = row.code_expires_at !== null && row.code_expires_at <= at
  return refusal('conflict', isExpired ? 'code_expired' : 'code_not_sent')
}

export async function verify(tx: Tx, { userId, at }: Actor, codeId: Uuid): Promise<NumberRow> {
  const row = await tx.row<NumberRow>(queries.verify(userId, codeId, at))
  if (!row) throw refusal('conflict', 'code_replaced')
  return row
}

/** A user without any membership can no longer remove their number, so it is removed here. */
export const removeOfStrangers: Hook<'members.changed'> = async (tx, _scope, { userIds }) => {
  for (const userId of userIds)
    if ((await organizations.ofUser(tx, userId)).length === 0) await tx.run(queries.remove(userId))
}
