// Checks that a form's references exist in its organization: contact lists, and the auto-reply's template.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { type FieldError, invalidFields } from '#kit/refusals.ts'
import * as segments from '#messaging/contacts/segments/queries.ts'
import * as templates from '#messaging/templates/queries.ts'
import { showTemplate } from '#messaging/templates/show.ts'
import type { FormDefinition } from './definition.ts'

/** 422 that names the fields whose referenced object does not exist. */
export async function mustExist(
  tx: Tx,
  { organizationId }: Pick<Scope, 'organizationId'>,
  { settings }: FormDefinition,
): Promise<void> {
  const errors = [
    ...(await listErrors(tx, organizationId, settings.list_ids ?? [])),
    ...(await replyErrors(tx, organizationId, settings.auto_reply)),
  ]
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
}

async function listErrors(tx: Tx, organizationId: Uuid, ids: readonly Uuid[]): Promise<FieldError[]> {
  if (ids.length === 0) return []
  const found = new Set((await tx.rows<{ id: Uuid }>(segments.lists(organizationId, ids))).map(({ id }) => id))
  const error = validationError('unknown_reference', { resource: 'list' })
  return ids.flatMap((id, index) => (found.has(id) ? [] : [{ field: `settings.list_ids[${index}]`, ...error }]))
}

async function replyErrors(
  tx: Tx,
  organizationId: Uuid,
  reply: FormDefinition['settings']['auto_reply'],
): Promise<FieldError[]> {
  if (!reply) return []
  const field = 'settings.auto_reply.template_id'
  const row = await tx.row<templates.TemplateRow>(templates.byId(organizationId, reply.template_id))
  if (!row) return [{ field, ...validationError('unknown_reference', { resource: 'template' }) }]
  const { channel: ofTemplate } = row
  if (ofTemplate !== reply.channel)
    return [{ field, ...validationError('form_template_channel', { channel: reply.channel }) }]
  const { variables } = showTemplate(row)
  const given = Object.keys(reply.variables ?? {})
  const at = (name: string) => `settings.auto_reply.variables.${name}`
  return [
    ...given
      .filter((name) => !variables.includes(name))
      .map((name) => ({ field: at(name), ...validationError('variable_unknown') })),
    ...variables
      .filter((name) => !given.includes(name))
      .map((name) => ({ field: at(name), ...validationError('variable_missing') })),
  ]
}
