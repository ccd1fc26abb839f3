// One delivery attempt to an endpoint: the request, and the consequence of its result.

import type { EventKind } from '#events/declaration.ts'
import type { EventRow } from '#feed/queries.ts'
import { createShowEvent } from '#feed/show.ts'
import type { App } from '#kit/app.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Caller } from './call.ts'
import type { DueRow, Outcome } from './delivery-queries.ts'
import type { EndpointRun } from './endpoint-run.ts'
import type { EndpointRow, Progress } from './queries.ts'
import { type Attempt, isGone, isTaken, nextAttemptAt, restsUntil } from './rules.ts'
import { signingSecrets } from './secrets.ts'
import { storedAttempt } from './show.ts'
import { signed } from './signing.ts'

/** What to send: an event from the feed, or a delivery to retry. */
export interface Sending {
  event: EventRow
  due: DueRow | null
}

export interface Telling {
  app: App
  kinds: readonly EventKind[]
  caller: Caller
  /** True when others wait for this slot: the work then ends at its next safe point. */
  isCrowded: () => boolean
}

export interface Told {
  organizationId: Uuid
  /** The private networks that the operator allows for it. */
  networks: readonly string[]
}

/** Null when it must not be sent any more. */
export async function attemptOn(
  { app, caller, kinds }: Telling,
  { organizationId, networks }: Told,
  run: EndpointRun,
  { event, due }: Sending,
): Promise<Attempt | null> {
  if (due && (due.payload === null || !due.may_read)) return null
  const { row } = run
  const shown = createShowEvent(kinds)(run.reader, event)
  const body = JSON.stringify(shown)
  const at = app.clock()
  const headers = signed(shown.id, at, body, signingSecrets(app.sealer, organizationId, row, at))
  const isReplay = due?.is_replay === true
  const marked = isReplay ? { ...headers, 'webhook-replay': 'true' } : headers
  return caller.call({ url: row.url, body, headers: marked, networks })
}

export function outcomeOf({ row }: EndpointRun, { event, due }: Sending, attempt: Attempt | null, now: Date): Outcome {
  const made = (due?.attempts.length ?? 0) + 1
  const next = attempt === null || isTaken(attempt) || isGone(attempt) ? null : nextAttemptAt(made, attempt)
  return {
    id: due?.id ?? newUuid(now.getTime()),
    endpointId: row.id,
    eventId: event.id,
    eventType: event.type,
    objectId: event.object_id,
    position: event.position,
    isReplay: due?.is_replay ?? false,
    status: next !== null ? 'retrying' : attempt !== null && isTaken(attempt) ? 'delivered' : 'failed',
    attempt: attempt && storedAttempt(attempt),
    nextAttemptAt: next,
    endedAt: next === null ? now : null,
  }
}

export function progressOf(run: EndpointRun, done: ReadonlySet<bigint>): Progress {
  const { failing_since: failingSince, failures, rests_until } = run.row
  return { position: run.position(done), failingSince, failures, restsUntil: rests_until }
}

/** Updates the endpoint's state with the result, for its next calls. */
export function note(row: EndpointRow, attempt: Attempt): void {
  if (isTaken(attempt)) {
    row.failing_since = null
    row.failures = 0
    row.rests_until = null
    return
  }
  row.failing_since ??= attempt.at
  row.failures++
  row.rests_until = restsUntil(attempt) ?? row.rests_until
}
