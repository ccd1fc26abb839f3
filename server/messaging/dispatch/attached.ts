// Opens a delivery's attachments for its adapter: checked before sending, read while sending.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { Remembered } from '#kit/remembered.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import type { OutboundAttachment, SendResult } from '#messaging/channels/adapter.ts'
import type { MadeTemplate } from '#messaging/templates/used.ts'
import type { ClaimedRow } from './claim-queries.ts'

/** The result when an attachment is unavailable. */
export type Attach = (
  claimed: Pick<ClaimedRow, 'org_id' | 'attached'>,
) => Promise<{ attachments: OutboundAttachment[] } | { result: SendResult }>

/** The template's file is deleted with it. */
export const WITHOUT_FILE: SendResult = {
  outcome: 'refused',
  code: 'attachment_missing',
  detail: detailsOf('template_file_missing'),
}

/** The message's attachments, else the file of its template's header; `missing` if that file was deleted. */
export function attachedWith(
  { attached }: Pick<ClaimedRow, 'attached'>,
  made: MadeTemplate | null,
): ClaimedRow['attached'] | 'missing' {
  const header = made?.template.components?.header ?? null
  if (attached !== null || header === null || header.type === 'text' || header.type === 'location') return attached
  return made?.file ? [made.file] : 'missing'
}

/** How long a file that was found counts as stored: a template's file is sent many times. */
const FOUND_KEPT_MS = 60_000
const FOUND_MAX = 1000

export function createAttach({ settings }: Pick<App, 'settings'>, store = attachmentStore(settings)): Attach {
  const sizes = new Remembered<number | null>(
    (key) => {
      const [organizationId, id] = key.split(' ') as [Uuid, Uuid]
      return store.sizeOf({ organizationId, id })
    },
    { keptMs: FOUND_KEPT_MS, keysMax: FOUND_MAX },
  )
  return async ({ org_id: organizationId, attached }) => {
    const attachments: OutboundAttachment[] = []
    for (const { id, filename, content_type: contentType, size } of attached ?? []) {
      const key = { organizationId, id }
      try {
        if ((await sizes.get(`${organizationId} ${id}`, (size) => size !== null)) === null) {
          const detail = detailsOf('attachment_missing', { filename })
          return { result: { outcome: 'refused', code: 'attachment_missing', detail } }
        }
      } catch (error) {
        const detail = detailsOf('attachment_store_unreadable', { error: (error as Error).message })
        return { result: { outcome: 'temporary', detail, retryAfterMs: null } }
      }
      attachments.push({ id, filename, contentType, size, open: () => store.get(key) })
    }
    return { attachments }
  }
}
