// Converts messages at the sandbox's devices to their API representation.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { SandboxMessageRow } from './queries.ts'
import type { SandboxMessage } from './schema.ts'

export function showSandboxMessage(row: SandboxMessageRow): Static<typeof SandboxMessage> {
  return {
    id: publicId('sbx', row.id),
    channel: row.channel,
    from: row.from_address,
    address: row.address,
    subject: row.subject,
    text: row.text,
    html: row.html,
    raw: row.raw,
    received_at: seconds(row.received_at),
    delivery_id: publicId('dlv', row.delivery_id),
  }
}
