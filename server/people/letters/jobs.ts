// Sends account emails, with the same Message-ID for all attempts, until they expire.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { SystemMail } from '#kit/system-mail.ts'
import * as users from '#people/identity/actions.ts'
import { LANGUAGE } from '#people/identity/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { Job } from '#worker/job.ts'
import type { LetterRow } from './queries.ts'
import * as queries from './queries.ts'
import { type LetterKind, letterOf } from './texts.ts'

const LOOK_EVERY_MS = 5000
const LETTERS_AT_ONCE = 10
const LEASE_MS = 60_000
const PAUSE_MS = 30_000
const LETTER_KEPT_MS = 24 * 3600 * 1000

/**
 * Returns data that only the mail's domain has, such as a link, at each attempt; null when the mail must not be sent
 * any more. A returned `to` replaces the person's address. `isReal`: sent to a mailbox, not to a sandbox.
 */
export type Prepare = (
  tx: Tx,
  details: Record<string, string>,
  isReal: boolean,
) => Promise<Record<string, string> | null>

export function letterJobs(app: App, mail: SystemMail, prepared: Partial<Record<LetterKind, Prepare>>): Job[] {
  const { database, clock, settings, log } = app

  async function sendOne(row: LetterRow): Promise<void> {
    const at = clock()
    const person = row.user_id === null ? null : await users.personById(database.reads, row.user_id)
    const [home] = person ? await organizations.ofUser(database.reads, person.id) : []
    const isOver = at.getTime() - row.created_at.getTime() > LETTER_KEPT_MS
    const kind = row.kind as LetterKind
    const carrier = await mail.carrier()
    if (!person || !home || isOver) return settle(queries.remove(row.id))
    const later = () => settle(queries.postpone(row.id, new Date(clock().getTime() + PAUSE_MS * row.attempts)))
    if (carrier === 'none') return later()
    const prepare = prepared[kind]
    const details = prepare
      ? await database.transaction((tx) => prepare(tx, row.details, carrier === 'installation'), home.org_id)
      : row.details
    if (details === null) return settle(queries.remove(row.id))
    const letter = {
      messageName: `letter-${row.id}`,
      organizationId: home.org_id,
      onlyFor: person.id as Uuid,
      to: details.to ?? person.email,
      at: row.created_at,
      ...letterOf(kind, {
        at: row.created_at,
        details,
        publicUrl: settings.publicUrl,
        language: person.language ?? LANGUAGE,
      }),
    }
    const { became } = await mail.send(letter, carrier)
    // The server's reply is not logged: it may contain the address.
    if (became !== 'sent') log.warn({ kind, outcome: became }, 'account email not sent')
    return became === 'deferred' ? later() : settle(queries.remove(row.id))
  }

  const settle = async (statement: ReturnType<typeof queries.remove>) => {
    await database.transaction((tx) => tx.run(statement))
  }

  return [
    {
      name: 'letters',
      on: 'letters',
      everyMs: LOOK_EVERY_MS,
      async run() {
        const at = clock()
        const lease = new Date(at.getTime() + LEASE_MS)
        const due = await database.transaction((tx) => tx.rows<LetterRow>(queries.claim(at, lease, LETTERS_AT_ONCE)))
        await Promise.all(due.map(sendOne))
        return due.length === LETTERS_AT_ONCE
      },
      end: async () => mail.close(),
    },
  ]
}
