// A campaign's content: a template version or its own content, parsed once, and its errors.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absentIn, type FieldError, invalid, invalidFields, Refusal } from '#kit/refusals.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { channels } from '#messaging/channels/channels.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import type { UsedRow, VersionRow } from '#messaging/templates/queries.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import { type ReadTemplate, readTemplate, type TemplateSource } from '#messaging/templates/rules.ts'
import type { CampaignRow } from './queries.ts'
import { type CampaignContent, needsConsent } from './recipients.ts'
import { errorsInSources } from './variables.ts'

export interface Prepared {
  content: CampaignContent
  version: number | null
  /** The template data for the account's rules. */
  template: { name: string; registeredId: string | null; header: string | null; text: string | null } | null
  /** The file in the template's header, if it has one. */
  file: AttachedRow | null
}

type Said = Pick<CampaignRow, 'channel' | 'template_id' | 'subject' | 'text' | 'html' | 'variables' | 'track'>

/** Prepares the content for a start now; a refusal if it cannot be sent. */
export async function prepare(tx: Tx, organizationId: Uuid, row: Said): Promise<Prepared> {
  if (row.template_id === null) return ofOwnWords(row)
  const found = await tx.row<UsedRow>(templateQueries.used(organizationId, row.template_id))
  if (!found) throw absentIn('template_id', 'template')
  const { name, channel: its, version, status, category } = found
  if (its !== row.channel)
    throw invalidFields('invalid_content', [
      { field: 'channel', ...validationError('template_for_channel', { channel: its }) },
    ])
  if (version === null || status !== 'approved' || category === null)
    throw notUsable(name, version === null ? null : status)
  return { version, ...ofTemplate(row, found, category) }
}

/** Prepares the content with the template version of the start. */
export async function prepareStarted(tx: Tx, organizationId: Uuid, row: CampaignRow): Promise<Prepared> {
  const { template_id, template_version } = row
  if (template_id === null || template_version === null) return ofOwnWords(row)
  const found = await tx.row<VersionRow>(templateQueries.versionOf(organizationId, template_id, template_version))
  if (!found) throw new Error('a campaign was started with a template version that is not stored')
  return { version: template_version, ...ofTemplate(row, found, found.category) }
}

type TemplateRowContent = TemplateSource & Pick<VersionRow, 'name' | 'registered_id' | 'header' | 'header_file'>

function ofTemplate(row: Said, found: TemplateRowContent, category: Category): Omit<Prepared, 'version'> {
  const { name, registered_id: registeredId, header, subject, text, html, components } = found
  return {
    content: contentOf(row, { subject, text, html, components }, category),
    template: { name, registeredId, header, text },
    file: found.header_file,
  }
}

function ofOwnWords(row: Said): Prepared {
  const { channel, subject, text, html } = row
  const errors = channels[channel].errorsIn({ subject, text, html, template_id: null })
  // Content without a template needs a channel without sessions and registered templates.
  const mayBeOwn = !channels[channel].opensWindow && !channels[channel].templates.isRegistered
  if (!mayBeOwn) errors.unshift({ field: 'template_id', ...validationError('required_for', { value: channel }) })
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
  return {
    content: contentOf(row, { subject, text, html, components: null }, null),
    version: null,
    template: null,
    file: null,
  }
}

function contentOf(row: Said, words: TemplateSource, category: Category | null): CampaignContent {
  const { channel, variables: sources, template_id: templateId } = row
  const read = readTemplate(channel, words)
  const errors: readonly FieldError[] = 'errors' in read ? read.errors : errorsInSources(read.names, sources)
  if (errors.length > 0) throw invalidFields('invalid_content', [...errors])
  if (row.track && words.html === null) throw invalid('track', 'only_with', { other: 'html' })
  return { channel, read: read as ReadTemplate, sources, templateId, category, needsConsent: needsConsent(category) }
}

function notUsable(template: string, status: UsedRow['status']): Refusal {
  const [reason, error] =
    status === null
      ? [reasonOf('template_not_approved', { template }), validationError('template_not_approved')]
      : [reasonOf('template_not_usable', { template, status }), validationError('template_not_usable', { status })]
  return new Refusal('template_unavailable', reason, [{ field: 'template_id', ...error }])
}
