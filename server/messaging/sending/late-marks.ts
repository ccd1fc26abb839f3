// Marks conversations active afterwards when their rows were locked during the send: no send waits for a conversation's
// row.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Slots } from '#kit/slots.ts'
import * as activityQueries from '#messaging/conversations/activity-queries.ts'

const TRIES_MAX = 30
const TRY_AGAIN_MS = 1000
/** Organizations whose conversation locks are waited for at the same time: few, as each uses a connection. */
const AT_ONCE = 1

export class LateMarks {
  readonly #app: App
  readonly #slots = new Slots(AT_ONCE)

  constructor(app: App) {
    this.#app = app
  }

  /** Never throws; conversations that cannot be marked keep their place in the inbox. */
  async mark(organizationId: Uuid, ids: Uuid[], at: Date): Promise<void> {
    const { database, log } = this.#app
    for (let tries = 1; ; tries++) {
      try {
        await this.#slots.take(() =>
          database.transaction(
            (tx) => tx.run(activityQueries.markActiveLater(organizationId, ids, at)),
            organizationId,
          ),
        )
        return
      } catch (err) {
        if (tries < TRIES_MAX) await pause(TRY_AGAIN_MS, undefined, { ref: false })
        else return log.warn({ err, organization_id: organizationId }, 'failed to mark conversations active')
      }
    }
  }
}
