// The parts of long messages that are handed over one by one, as they are stored: so that what a provider took of a
// message is not sent to it again.

import { createHash, randomInt } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from '../queries.ts'

type PartOutcome = queries.PartOutcome
type PartRow = queries.PartRow

interface LongMessage {
  organizationId: Uuid
  deliveryId: Uuid
  parts: readonly Buffer[]
  at: Date
}

export interface PartsStore {
  /** All parts of the message with what became of them so far: of one that was not tried yet all are open. */
  begin(message: LongMessage): Promise<PartRow[]>
  record(message: Pick<LongMessage, 'organizationId' | 'deliveryId'>, outcomes: readonly PartOutcome[]): Promise<void>
}

const REFERENCES = 256

/**
 * Those of one process follow each other: two long messages to one phone are told apart by them unless 255 others were
 * sent between.
 */
export function createReferences(): () => number {
  let last = randomInt(REFERENCES)
  return () => {
    last = (last + 1) % REFERENCES
    return last
  }
}

export function createPartsStore({ database }: Pick<App, 'database'>): PartsStore {
  const nextReference = createReferences()
  return {
    begin: ({ organizationId, deliveryId, parts, at }) =>
      database.transaction(async (tx) => {
        const textHash = createHash('sha256').update(Buffer.concat(parts)).digest()
        // The message was changed since it was tried in vain: no part of it can stand beside those of the other text.
        await tx.run(queries.removePartsOfOthers(organizationId, deliveryId, textHash))
        const given = { count: parts.length, reference: nextReference(), textHash, at }
        await tx.run(queries.insertParts(organizationId, deliveryId, given))
        return tx.rows<PartRow>(queries.partsOf(organizationId, deliveryId))
      }, organizationId),
    record: ({ organizationId, deliveryId }, outcomes) =>
      database.transaction(async (tx) => {
        await tx.run(queries.recordParts(organizationId, deliveryId, outcomes))
      }, organizationId),
  }
}
