// API representation of the waiting list.

import { publicId, seconds } from '#kit/wire.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import type { FailedBodyRow } from '#messaging/channels/arrivals/failed-queries.ts'
import { type Outline, senderOf, textOf } from '#messaging/channels/arrivals/outline.ts'
import type { QuarantineBodyRow } from '../shared/queries.ts'
import {
  LISTED_TEXT_MAX,
  type Quarantined,
  type QuarantinedWhole,
  SHOWN_RAW_MAX,
  SHOWN_TEXT_MAX,
  showWaitingId,
} from './schema.ts'

export type WaitingRow = ({ kind: 'arrival' } & FailedBodyRow) | ({ kind: 'quarantined' } & QuarantineBodyRow)

export interface Outlined {
  row: WaitingRow
  /** The organization that it was received for; null without one. */
  organizationName: string | null
  /** True if that organization has priority support. */
  isPriority: boolean
  outline: Outline
}

export const showListed = (one: Outlined): Quarantined => show(one, LISTED_TEXT_MAX)

export function showWhole(one: Outlined): QuarantinedWhole {
  return { ...show(one, SHOWN_TEXT_MAX), raw: printed(one.outline.content.subarray(0, SHOWN_RAW_MAX)) }
}

function show({ row, organizationName, isPriority, outline }: Outlined, textMax: number): Quarantined {
  const { kind, id, channel, source, size, received_at } = row
  const { isReadable, handedInBy, to, subject } = outline
  const beginning = () => printed(outline.content.subarray(0, textMax)) || null
  const text = isReadable ? cut(textOf(outline.said), textMax) : beginning()
  return {
    id: showWaitingId({ kind, id }),
    kind,
    organization_id: kind === 'quarantined' || row.org_id === FOR_ALL ? null : publicId('org', row.org_id),
    organization_name: organizationName,
    is_priority: isPriority,
    channel,
    account: accountOf(row),
    source,
    handed_in_by: handedInBy,
    from: kind === 'quarantined' ? row.address : senderOf(outline),
    to,
    subject,
    text: kind === 'quarantined' && !isReadable ? row.text : text,
    is_readable: isReadable,
    size,
    error: kind === 'arrival' ? row.error : null,
    attempts: kind === 'arrival' ? row.attempts : 0,
    received_at: seconds(received_at),
    waiting_since: seconds(kind === 'arrival' ? row.failed_at : received_at),
  }
}

/** With SMPP, an organization's own account and the shared one cannot be distinguished. */
function accountOf(row: WaitingRow): Quarantined['account'] {
  if (row.kind === 'quarantined' || row.org_id === FOR_ALL || row.source === 'mail') return 'installation'
  if (/_(part|shared)$/.test(row.source)) return 'installation'
  return row.source === 'smpp' ? null : 'organization'
}

const cut = (text: string | null, most: number): string | null =>
  text === null ? null : text.slice(0, most).toWellFormed()

/** The bytes as text, without characters that JSON or the database rejects. */
const printed = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD').toWellFormed()
