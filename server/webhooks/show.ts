// Converts webhook endpoints and deliveries to the API's format.

import type { EventKind } from '#events/declaration.ts'
import type { Prefix } from '#kit/ids.ts'
import { type Detail, englishOf } from '#kit/messages/details.ts'
import { storableText, storableValue } from '#kit/storable.ts'
import { showSentences } from '#kit/stored-details.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'
import type { Attempt } from './rules.ts'
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from './schema.ts'

export function showEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: publicId('whe', row.id),
    url: row.url,
    description: row.description,
    event_types: row.event_types,
    status: row.status,
    switched_off_because: row.switched_off_because,
    user_id: publicId('user', row.user_id),
    failing_since: seconds(row.failing_since),
    previous_secret_until: seconds(row.previous_until),
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
  }
}

/** As stored: without codes when there is no error, or when an earlier version wrote it. */
export type StoredAttempt = Omit<Static<typeof WebhookAttempt>, 'error_details'> & {
  error_details?: readonly Detail[]
}

export const storedAttempt = ({ at, durationMs, statusCode, error, answer }: Attempt): StoredAttempt => ({
  at: seconds(at),
  duration_ms: durationMs,
  status_code: statusCode,
  error: error && storableText(englishOf(error)),
  ...(error === null ? {} : { error_details: storableValue(error) }),
  answer,
})

export function showAttempt({ error, error_details: stored = [], ...rest }: StoredAttempt) {
  const { text, details } = showSentences(error, stored)
  return { ...rest, error: text, error_details: details }
}

/** For declared events only: no others are read. */
export function createShowDelivery(kinds: readonly EventKind[]): (row: DeliveryRow) => WebhookDelivery {
  const objectOf = new Map(kinds.map(({ type, object }) => [type, object]))
  return (row) => showDelivery(row, objectOf.get(row.event_type) as Prefix)
}

function showDelivery(row: DeliveryRow, object: Prefix): WebhookDelivery {
  return {
    id: publicId('whd', row.id),
    event_id: publicId('evt', row.event_id),
    event_type: row.event_type,
    object_id: publicId(object, row.object_id),
    status: row.status,
    replay: row.is_replay,
    attempts: row.attempts.map(showAttempt),
    next_attempt_at: seconds(row.next_attempt_at),
    created_at: seconds(row.created_at),
    ended_at: seconds(row.ended_at),
  }
}
