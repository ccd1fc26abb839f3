// SQL of inline pictures: attachments that the HTML of their mail refers to.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface InlinePictureRow {
  id: Uuid
  content_id: string
}

export function inlinePictures(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select id, content_id from attachments
     where org_id = ${organizationId} and message_id = ${messageId} and content_id is not null
       and content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')
     order by place, id`
}

export function setContentId(organizationId: Uuid, id: Uuid, contentId: string): Statement {
  return sql`update attachments set content_id = ${contentId} where org_id = ${organizationId} and id = ${id}`
}
