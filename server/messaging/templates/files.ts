// The file in the header of a template: the template takes an upload, as a message does, and keeps it as long as one of
// its versions refers to it. spec 15.43.

import { forgetAnswers } from '#edge/idempotency.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import { USABLE_MS } from '#messaging/attachments/rules.ts'
import * as queries from '#messaging/attachments/template-file-queries.ts'
import { APP_MEDIA_BYTES_MAX } from '#messaging/channels/attachment-limits.ts'
import { isNamedBy } from './component-queries.ts'
import { type MediaHeaderType, mediaHeaderOf, type TemplateComponents } from './components.ts'

const FIELD = 'header.attachment_id'
const MEGABYTE = 1024 * 1024

/** The types that Meta accepts as an example of a header. Source: Meta's "Resumable Upload API". */
const HEADER_TYPES: Record<MediaHeaderType, readonly string[]> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  document: ['application/pdf'],
}

/** Refuses a file that the header cannot show or that belongs to something else. Runs before the version is written. */
export async function keepFile(
  tx: Tx,
  { organizationId, at }: Actor,
  templateId: Uuid,
  components: TemplateComponents | null,
): Promise<void> {
  const media = mediaHeaderOf(components)
  if (media === null) return
  const since = new Date(at.getTime() - USABLE_MS)
  const file = await tx.row<queries.FileRow>(queries.lockFile(organizationId, media.id))
  if (!file) throw absentIn(FIELD, 'attachment')
  const isOurs = file.template_id === templateId
  if (!isOurs && (file.is_taken || file.created_at <= since)) throw invalid(FIELD, 'attachment_in_use')
  const types = HEADER_TYPES[media.type]
  if (!types.includes(file.content_type)) throw invalid(FIELD, 'header_file_type', { types: types.join(', ') })
  const most = APP_MEDIA_BYTES_MAX[media.type]
  if (file.size > most) {
    const size = Math.ceil((file.size / MEGABYTE) * 10) / 10
    throw invalid(FIELD, 'attachment_too_large', { size, max: most / MEGABYTE })
  }
  if (!isOurs) await tx.run(queries.takeFile(organizationId, media.id, templateId))
}

/** Files that no version references any more; after the template's deletion, all of them. */
export async function dropUnnamedFiles(tx: Tx, scope: Scope, templateId: Uuid): Promise<void> {
  const gone = await tx.rows<{ id: Uuid }>(
    queries.removeUnnamed(scope, templateId, isNamedBy(scope.organizationId, templateId)),
  )
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  tx.onCommit(forgetAnswers(scope.organizationId, ids))
  tx.onCommit(enqueueWork('attachment_removal', scope.organizationId, scope.at))
}
