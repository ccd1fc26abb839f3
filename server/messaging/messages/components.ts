// Header, footer and buttons of a message from a template: not stored, but rendered from the template version and the
// stored variables. spec 15.44.

import type { Uuid } from '#kit/ids.ts'
import { publicId, type Static } from '#kit/wire.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { ShownMessageHeader } from '#messaging/templates/component-schema.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import type { Message } from './schema.ts'

/** The message's files; without any, that of its template's header. */
export const withFileOf = (own: readonly AttachedRow[], ofTemplate: AttachedRow | null): readonly AttachedRow[] =>
  own.length > 0 || ofTemplate === null ? own : [ofTemplate]

/** `fileId`: the first of its files. */
export function showComponents(
  components: TemplateComponents | null,
  fileId: Uuid | null,
): Pick<Static<typeof Message>, 'header' | 'footer' | 'buttons'> {
  const { header = null, footer = null, buttons = [] } = components ?? {}
  const shown: ShownMessageHeader | null =
    header === null || header.type === 'text' || header.type === 'location'
      ? header
      : { type: header.type, attachment_id: publicId('att', fileId) }
  return { header: shown, footer, buttons: [...buttons] }
}
