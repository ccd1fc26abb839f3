// Converts forms to their API representation.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { FormDefinition } from './definition.ts'
import type { DefinedRow, FormRow, VersionRow } from './queries.ts'
import type { Form, FormEvent, FormVersion, ListedForm, ListedFormVersion } from './schema.ts'

export const showEvent = (row: FormRow): Static<typeof FormEvent> => ({
  id: publicId('form', row.id),
  name: row.name,
  slug: row.slug,
  domain_id: publicId('dom', row.domain_id),
  submissions_kept_days: row.submissions_kept_days,
  status: row.status,
  version: row.version === 0 ? null : row.version,
  has_unpublished_changes: row.is_changed,
  suspended_at: seconds(row.suspended_at),
  suspension_reason: row.suspension_reason,
  submission_count: row.submissions,
  created_at: seconds(row.created_at),
  updated_at: seconds(row.updated_at),
  published_at: seconds(row.published_at),
})

/** `domain`: a form domain that serves the form. */
export const originFor = (publicUrl: string, domain: string | null): string =>
  domain === null ? publicUrl : `https://${domain}`

export const showListed = (row: FormRow, publicUrl: string): Static<typeof ListedForm> => ({
  ...showEvent(row),
  url: `${originFor(publicUrl, row.domain)}/f/${row.slug}`,
  view_count: row.views,
})

export const showForm = (row: DefinedRow, publicUrl: string): Static<typeof Form> => ({
  ...showListed(row, publicUrl),
  ...showDefinition(row.definition),
})

/** In the format that a request accepts. */
function showDefinition({ fields, settings }: FormDefinition) {
  const { list_ids, auto_reply } = settings
  return {
    fields: fields as unknown as Record<string, unknown>[],
    settings: {
      ...settings,
      ...(list_ids && { list_ids: list_ids.map((id) => publicId('list', id)) }),
      ...(auto_reply && { auto_reply: { ...auto_reply, template_id: publicId('tmpl', auto_reply.template_id) } }),
    } as Record<string, unknown>,
  }
}

export const showListedVersion = (row: Omit<VersionRow, 'definition'>): Static<typeof ListedFormVersion> => ({
  version: row.version,
  name: row.name,
  published_by: publicId('user', row.published_by),
  published_at: seconds(row.published_at),
})

export const showVersion = (row: VersionRow): Static<typeof FormVersion> => ({
  ...showListedVersion(row),
  ...showDefinition(row.definition),
})
