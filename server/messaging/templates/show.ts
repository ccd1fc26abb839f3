// Templates as the API shows them: the latest version, and which one is in use.

import { shownDetails } from '#kit/stored-details.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { LinkTo } from '#messaging/attachments/links.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { showAttached } from '#messaging/attachments/show.ts'
import type { ShownButton, ShownHeader } from './component-schema.ts'
import type { TemplateComponents, TemplateHeader } from './components.ts'
import type { TemplateRow } from './queries.ts'
import { readTemplate } from './rules.ts'
import type { QueuedTemplate, Template } from './schema.ts'

/** Without a link to its file where the result is stored for longer than links are valid. */
export function showTemplate(row: TemplateRow, linkTo: LinkTo | null = null): Static<typeof Template> {
  const read = readTemplate(row.channel, row)
  const { text: reason, details: reason_details } = shownDetails(row.reason, row.reason_details)
  return {
    id: publicId('tmpl', row.id),
    name: row.name,
    channel: row.channel,
    language: row.language,
    category: row.category,
    status: row.status,
    version: row.version,
    approved_version: row.used_status === 'approved' ? row.used_version : null,
    subject: row.subject,
    text: row.text,
    html: row.html,
    variables: 'errors' in read ? [] : [...read.names],
    registered_id: row.registered_id,
    ...showComponents(row.components, row.header_file, linkTo),
    ...(row.header === null ? {} : { header: row.header }),
    reason,
    reason_details,
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
  }
}

export function showComponents(
  components: TemplateComponents | null,
  file: AttachedRow | null,
  linkTo: LinkTo | null,
): { header: ShownHeader | null; footer: string | null; buttons: ShownButton[] } {
  const { header = null, footer = null, buttons = [] } = components ?? {}
  return { header: showHeader(header, file, linkTo), footer, buttons: [...buttons] }
}

function showHeader(
  header: TemplateHeader | null,
  file: AttachedRow | null,
  linkTo: LinkTo | null,
): ShownHeader | null {
  if (header === null || header.type === 'text' || header.type === 'location') return header
  const { type } = header
  if (file === null) return { type, attachment_id: null }
  const { id, ...shown } = showAttached(file, linkTo)
  return { type, attachment_id: id, ...shown }
}

export function showQueued(
  row: TemplateRow,
  { name, isPriority }: { name: string; isPriority: boolean },
  linkTo: LinkTo | null,
): Static<typeof QueuedTemplate> {
  return {
    ...showTemplate(row, linkTo),
    organization_id: publicId('org', row.org_id),
    organization_name: name,
    is_priority: isPriority,
  }
}
