// Templates as the API shows them: the latest version, and which one is in use.

import { shownDetails } from '#kit/stored-details.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { TemplateRow } from './queries.ts'
import { readTemplate } from './rules.ts'
import type { QueuedTemplate, Template } from './schema.ts'

export function showTemplate(row: TemplateRow): Static<typeof Template> {
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
    header: row.header,
    footer: null,
    buttons: [],
    reason,
    reason_details,
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
  }
}

export function showQueued(row: TemplateRow, organizationName: string): Static<typeof QueuedTemplate> {
  return { ...showTemplate(row), organization_id: publicId('org', row.org_id), organization_name: organizationName }
}
