// Account emails: written in the transaction of the change that they report, sent by a job.

import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'
import type { LetterKind } from './texts.ts'

/** `userId` null: addressed to nobody, so that the response time is the same as with a recipient. */
export async function write(
  tx: Tx,
  userId: Uuid | null,
  kind: LetterKind,
  details: Record<string, string>,
  at: Date,
): Promise<void> {
  await tx.run(queries.insert({ id: newUuid(at.getTime()), user_id: userId, kind, details }, at))
}
