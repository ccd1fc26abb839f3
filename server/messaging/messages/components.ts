// Header, footer and buttons of a message that was made from a template: they are not stored with it, but filled from
// the version and the values that are. spec 15.44.

import type { Uuid } from '#kit/ids.ts'
import { publicId, type Static } from '#kit/wire.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { ShownMessageHeader } from '#messaging/templates/component-schema.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import type { Message } from './schema.ts'

/** The files of a message: where it brought none, that of its template's header. */
export const withFileOf = (own: readonly AttachedRow[], ofTemplate: AttachedRow | null): readonly AttachedRow[] =>
  own.length > 0 || ofTemplate === null ? own : [ofTemplate]

/** `fileId`: of the first of its files. */
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
