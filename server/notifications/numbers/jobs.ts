// Sends the codes that verify numbers. A code that may have been sent is never sent again; the user requests another
// one instead.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Adapter } from '#messaging/channels/adapter.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { CODE_KEY } from './actions.ts'
import type { NumberRow } from './queries.ts'
import * as queries from './queries.ts'
import { CODE_HOLDS_MS, CODE_TYPE, CODE_WAITS_MS, codeHash, codeText, DAY_MS, newCode } from './rules.ts'
import type { CodeStatus } from './schema.ts'
import { sendNoticeSms } from './sms.ts'

const LOOK_EVERY_MS = 1000
const CODES_AT_ONCE = 10
/** Longer than handing over a code ever takes. */
const LEAVES_WITHIN_MS = 2 * 60_000
const OWNER = 'codes of notification numbers'

/** Sends codes through the dispatcher's adapter, so it runs only where the dispatcher does. */
export function codeJobs(app: App, adapter: Adapter): Job[] {
  return [
    {
      name: 'codes of notification numbers',
      everyMs: LOOK_EVERY_MS,
      async run() {
        const given = await app.database.transaction((tx) => take(app, tx), OWNER)
        await Promise.all(given.map((one) => sendOne(app, adapter, one)))
        return given.length === CODES_AT_ONCE
      },
    },
  ]
}

export const askedJobs = (app: App): Job[] => [
  installationRetention(app, {
    name: 'old codes of notification numbers',
    keptMs: DAY_MS,
    remove: queries.forgetAskedBefore,
  }),
]

interface Given {
  row: NumberRow
  code: string
}

/** Codes are generated as late as possible: in plain text they exist only in this process. */
async function take({ sealer, clock }: App, tx: Tx): Promise<Given[]> {
  const at = clock()
  await tx.run(queries.giveUpLeaving(new Date(at.getTime() - LEAVES_WITHIN_MS)))
  const rows = await tx.rows<NumberRow>(queries.due(at, CODES_AT_ONCE))
  const given: Given[] = []
  for (const row of rows) {
    const code = newCode()
    const proven = { userId: row.user_id, phoneNumber: row.phone_number, codeId: row.code_id }
    const hash = codeHash(sealer.keyFor(CODE_KEY), proven, code)
    await tx.run(queries.leave(row, hash, at, new Date(at.getTime() + CODE_HOLDS_MS)))
    given.push({ row, code })
  }
  return given
}

async function sendOne(app: App, adapter: Adapter, { row, code }: Given): Promise<void> {
  const { database, settings, clock } = app
  const { code_id: id, asked_in: organizationId, user_id: userId, phone_number: phoneNumber, language } = row
  const text = codeText(language, code, settings.supplier.name)
  const sms = { id, organizationId, userId, phoneNumber, type: CODE_TYPE, language, text }
  const { became, detail, retryAt } = await sendNoticeSms(app, adapter, sms)
  if (became !== 'sent') app.log.warn({ outcome: became, detail }, 'phone verification code not sent')
  const now = clock()
  const isLate = now.getTime() - row.asked_at.getTime() > CODE_WAITS_MS
  const hasLeft = became === 'sent' || became === 'unknown'
  const waits = became === 'deferred' && !isLate
  const status: CodeStatus = hasLeft ? became : waits ? 'waiting' : 'refused'
  await database.transaction((tx) => tx.run(queries.settle(row, { status, dueAt: retryAt ?? now, hasLeft })), OWNER)
}
