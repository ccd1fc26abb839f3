// The content of a contact's message: its text, pressed buttons or shared data as readable text, and media.

import { ownOf } from '#kit/own.ts'
import type { Incoming, IncomingAttachment } from '../arrivals/arrived.ts'
import { coordinateOf, type Fields, fieldsOf, listOf, textOf } from './json-values.ts'
import { orderLines, orderOf } from './order.ts'

/** Fetches a medium by Meta's id. */
export type OpenMedia = (mediaId: string) => Pick<IncomingAttachment, 'open' | 'reference'>

const MEDIA_TYPES: readonly unknown[] = ['image', 'document', 'audio', 'video', 'sticker']
const CONTACTS_MAX = 50

export function contentOf(message: Fields, openMedia: OpenMedia): Incoming['content'] {
  const { type } = message
  // An edit that does not identify its message.
  const edited = type === 'edit' ? fieldsOf(fieldsOf(message.edit)?.message) : null
  if (edited !== null && edited.type !== 'edit') return contentOf(edited, openMedia)
  const part = fieldsOf(ownOf(message, String(type)))
  if (MEDIA_TYPES.includes(type) && part) {
    const attachment = attachmentOf(part, openMedia)
    if (attachment) return content(textOf(part.caption), [attachment])
  }
  const read = ownOf(readers, String(type))
  const text = type === 'contacts' ? readContacts(message.contacts) : part && read ? read(part) : null
  if (type === 'request_welcome') return content('(opened the chat)', [])
  // Stored as a placeholder: the contact wrote it, and replies may refer to it.
  return content(text ?? `(${kindOf(type)})`, [])
}

const content = (text: string | null, attachments: IncomingAttachment[]): Incoming['content'] => ({
  subject: null,
  text,
  html: null,
  attachments,
})

const kindOf = (type: unknown): string =>
  `a message that cannot be shown here: ${(textOf(type) ?? 'of no kind').replace(/[^a-z_ ]/g, '').slice(0, 40)}`

function attachmentOf(part: Fields, openMedia: OpenMedia): IncomingAttachment | null {
  const id = textOf(part.id)
  if (id === null) return null
  return { filename: textOf(part.filename), contentType: textOf(part.mime_type), ...openMedia(id) }
}

const readers: Readonly<Record<string, (part: Fields) => string | null>> = {
  text: ({ body }) => textOf(body),
  button: ({ text, payload }) => textOf(text) ?? textOf(payload),
  interactive: readInteractive,
  location: readLocation,
  order: readOrder,
  system: ({ body }) => textOf(body),
}

function readInteractive(part: Fields): string | null {
  const reply = fieldsOf(part.button_reply) ?? fieldsOf(part.list_reply)
  if (reply) return lines(textOf(reply.title), textOf(reply.description))
  const form = fieldsOf(part.nfm_reply)
  return lines(textOf(form?.body), textOf(form?.response_json))
}

function readLocation(part: Fields): string | null {
  const [latitude, longitude] = [coordinateOf(part.latitude), coordinateOf(part.longitude)]
  if (latitude === null || longitude === null) return null
  const place = `${latitude},${longitude}`
  return lines(textOf(part.name), textOf(part.address), `https://www.google.com/maps?q=${place}`)
}

function readOrder(part: Fields): string | null {
  const order = orderOf(part)
  return lines(textOf(part.text), ...(order === null ? [] : orderLines(order)))
}

/** One paragraph per shared contact: the name, phone numbers and email addresses. */
function readContacts(value: unknown): string | null {
  const people = listOf(value)
    .slice(0, CONTACTS_MAX)
    .flatMap((one) => {
      const person = fieldsOf(one)
      const reached = [...listOf(person?.phones), ...listOf(person?.emails)].map((each) => {
        const { phone, email } = fieldsOf(each) ?? {}
        return textOf(phone) ?? textOf(email)
      })
      return lines(textOf(fieldsOf(person?.name)?.formatted_name), ...reached) ?? []
    })
  return people.length === 0 ? null : people.join('\n\n')
}

function lines(...given: (string | null)[]): string | null {
  const shown = given.filter((one) => one !== null)
  return shown.length === 0 ? null : shown.join('\n')
}
