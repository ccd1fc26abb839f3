// The attachments of a delivery, as its adapter is given them: looked for before it is sent, opened while it is.

import type { App } from '#kit/app.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import type { OutboundAttachment, SendResult } from '#messaging/channels/adapter.ts'
import type { ClaimedRow } from './claim-queries.ts'

/** What became of it where one of them is not to be had. */
export type Attach = (
  claimed: Pick<ClaimedRow, 'org_id' | 'attached'>,
) => Promise<{ attachments: OutboundAttachment[] } | { result: SendResult }>

export function createAttach({ settings }: Pick<App, 'settings'>, store = attachmentStore(settings)): Attach {
  return async ({ org_id: organizationId, attached }) => {
    const attachments: OutboundAttachment[] = []
    for (const { id, filename, content_type: contentType, size } of attached ?? []) {
      const key = { organizationId, id }
      try {
        if ((await store.sizeOf(key)) === null) {
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
