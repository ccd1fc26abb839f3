// Buttons, lists and quotes at the sandbox's Cloud API: refused by Meta's documented limits, and parsed for the phone.
// Pure. Source: Meta's "Interactive reply buttons messages", "Interactive list messages" and "Cloud API error codes".

import { type Fields, fieldsOf, listOf, textOf } from '#messaging/channels/app/json-values.ts'
import type { Interactive, InteractiveRow, InteractiveSection } from '#messaging/channels/interactive.ts'

/** An error response of the Cloud API. */
export interface CloudApiFault {
  code: number
  details: string
}

const MISSING = 131008
const NOT_VALID = 131009

/** Meta's limits, in characters and items. */
const metaMax = {
  bodyOfButtons: 1024,
  bodyOfList: 4096,
  header: 60,
  footer: 60,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  listButton: 20,
  sections: 10,
  sectionTitle: 24,
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
} as const

const MEDIA_HEADERS: readonly unknown[] = ['image', 'video', 'document']

/** Thrown while the parts are parsed one after another. */
class Refused extends Error {
  readonly fault: CloudApiFault

  constructor(code: number, details: string) {
    super(details)
    this.fault = { code, details }
  }
}

/** Optional parts of a message, which only some kinds have. */
export interface MessageParts {
  /** Above the buttons or the list; null without them. */
  text: string | null
  interactive: Interactive | null
  /** Meta's id of the quoted message. */
  quoted: string | null
}

export function readParts(body: Fields): MessageParts | { fault: CloudApiFault } {
  try {
    const quoted = body.context === undefined ? null : contextOf(body.context)
    if (body.type !== 'interactive') return { text: null, interactive: null, quoted }
    return { ...interactiveIn(required(fieldsOf(body.interactive), 'interactive')), quoted }
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault }
    throw error
  }
}

function contextOf(given: unknown): string {
  const id = textOf(fieldsOf(given)?.message_id)
  if (id === null) throw new Refused(NOT_VALID, 'context.message_id is not a message ID')
  return id
}

function interactiveIn(given: Fields): Pick<MessageParts, 'text' | 'interactive'> {
  const isList = given.type === 'list'
  if (!isList && given.type !== 'button') throw new Refused(NOT_VALID, 'interactive.type is not supported')
  const action = required(fieldsOf(given.action), 'interactive.action')
  const bodyMax = isList ? metaMax.bodyOfList : metaMax.bodyOfButtons
  const text = textIn(fieldsOf(given.body)?.text, 'interactive.body.text', bodyMax)
  const footer = given.footer === undefined ? null : textIn(fieldsOf(given.footer)?.text, 'footer.text', metaMax.footer)
  const frame = { header: headerOf(given.header, isList), footer }
  if (!isList) return { text, interactive: { type: 'buttons', ...frame, buttons: buttonsOf(action) } }
  const button = textIn(action.button, 'action.button', metaMax.listButton)
  return { text, interactive: { type: 'list', ...frame, button, sections: sectionsOf(action) } }
}

/** Null for a file, which the phone renders itself. */
function headerOf(given: unknown, isList: boolean): string | null {
  if (given === undefined) return null
  const header = required(fieldsOf(given), 'interactive.header')
  if (header.type === 'text') return textIn(header.text, 'header.text', metaMax.header)
  if (isList || !MEDIA_HEADERS.includes(header.type)) throw new Refused(NOT_VALID, 'header.type is not supported')
  const file = fieldsOf(header[header.type as string])
  if (textOf(file?.id) === null && textOf(file?.link) === null) throw new Refused(MISSING, 'header has no media')
  return null
}

function buttonsOf(action: Fields) {
  const buttons = items(action.buttons, 'action.buttons', metaMax.buttons).map((given) => {
    const reply = given.type === 'reply' ? fieldsOf(given.reply) : null
    if (reply === null) throw new Refused(NOT_VALID, 'action.buttons.type must be reply')
    return {
      id: idOf(reply.id, 'reply.id', metaMax.buttonId),
      title: textIn(reply.title, 'reply.title', metaMax.buttonTitle),
    }
  })
  mustDiffer(buttons, 'id')
  mustDiffer(buttons, 'title')
  return buttons
}

function sectionsOf(action: Fields): InteractiveSection[] {
  const given = items(action.sections, 'action.sections', metaMax.sections)
  const sections = given.map((section) => {
    if (section.title === undefined && given.length > 1) throw new Refused(MISSING, 'sections.title is missing')
    const title = section.title === undefined ? null : textIn(section.title, 'sections.title', metaMax.sectionTitle)
    return { title, rows: items(section.rows, 'sections.rows', metaMax.rows).map(rowOf) }
  })
  const rows = sections.flatMap((section) => section.rows)
  if (rows.length > metaMax.rows)
    throw new Refused(NOT_VALID, `Total row count exceed max allowed count: ${metaMax.rows}`)
  mustDiffer(rows, 'id')
  return sections
}

const rowOf = (given: Fields): InteractiveRow => ({
  id: idOf(given.id, 'rows.id', metaMax.rowId),
  title: textIn(given.title, 'rows.title', metaMax.rowTitle),
  description:
    given.description === undefined ? null : textIn(given.description, 'rows.description', metaMax.rowDescription),
})

function required(value: Fields | null, name: string): Fields {
  if (value === null) throw new Refused(MISSING, `${name} is missing`)
  return value
}

function textIn(value: unknown, name: string, max: number): string {
  const text = textOf(value)
  if (text === null) throw new Refused(MISSING, `${name} is missing`)
  if ([...text].length > max) throw new Refused(NOT_VALID, `${name} length invalid. Min length: 1, Max length: ${max}`)
  return text
}

function idOf(value: unknown, name: string, max: number): string {
  const id = textIn(value, name, max)
  if (id !== id.trim()) throw new Refused(NOT_VALID, `${name} has leading or trailing spaces`)
  return id
}

function items(value: unknown, name: string, max: number): Fields[] {
  const all = listOf(value).map((one) => required(fieldsOf(one), name))
  if (all.length === 0) throw new Refused(MISSING, `${name} is missing`)
  if (all.length > max) throw new Refused(NOT_VALID, `${name} count invalid. Min count: 1, Max count: ${max}`)
  return all
}

function mustDiffer<Name extends string>(all: readonly Record<Name, string>[], name: Name): void {
  if (new Set(all.map((one) => one[name])).size < all.length) throw new Refused(NOT_VALID, `${name} is duplicated`)
}
