// Builds interactive messages (buttons and lists) from requests. Pure.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { type Interactive, type InteractiveSection, limits } from '#messaging/channels/interactive.ts'
import type { NewInteractive } from './interactive-schema.ts'

/** The message to send, or the errors. Lengths and counts of single fields were validated before. */
export function interactiveOf(given: NewInteractive): Interactive | FieldError[] {
  const { type, header = null, footer = null, button } = given
  const asked = given.buttons ?? []
  const sections = given.sections ?? []
  const errors = type === 'buttons' ? errorsInButtons(given, asked) : errorsInList(given, sections)
  if (errors.length > 0) return errors
  return type === 'buttons'
    ? { type, header, footer, buttons: asked.map((one) => ({ id: idOf(one), title: one.title })) }
    : { type, header, footer, button: button as string, sections: sections.map(sectionOf) }
}

type Asked = NonNullable<NewInteractive['buttons']>[number]
type AskedSection = NonNullable<NewInteractive['sections']>[number]

/** Meta rejects spaces around an id. */
const idOf = ({ id, title }: Asked): string => id ?? title.trim()

const sectionOf = ({ title = null, rows }: AskedSection): InteractiveSection => ({
  title,
  rows: rows.map((row) => ({ id: idOf(row), title: row.title, description: row.description ?? null })),
})

const errorAt = (place: string, error: ValidationError): FieldError => ({ field: `interactive.${place}`, ...error })

function errorsInButtons(given: NewInteractive, buttons: readonly Asked[]): FieldError[] {
  const placeOf = (index: number) => `buttons[${index}]`
  const sameTitle = repeated(buttons, ({ title }) => title)
  const sameId = repeated(buttons, idOf).filter((index) => !sameTitle.includes(index) || buttons[index]?.id != null)
  return [
    ...lacking(given, 'buttons', ['buttons']),
    ...foreign(given, 'list', ['button', 'sections']),
    ...sameTitle.map((index) => errorAt(`${placeOf(index)}.title`, validationError('duplicate'))),
    ...sameId.map((index) => errorAt(`${placeOf(index)}.id`, validationError('duplicate_id'))),
    ...spaced(buttons, placeOf),
  ]
}

function errorsInList(given: NewInteractive, sections: readonly AskedSection[]): FieldError[] {
  const rows = sections.flatMap((section) => section.rows)
  const places = sections.flatMap((section, at) => section.rows.map((_, row) => `sections[${at}].rows[${row}]`))
  const placeOf = (index: number) => places[index] as string
  return [
    ...lacking(given, 'list', ['button', 'sections']),
    ...foreign(given, 'buttons', ['buttons']),
    ...untitled(sections),
    ...(rows.length > limits.rows ? [errorAt('sections', validationError('too_many_rows', { max: limits.rows }))] : []),
    ...repeated(rows, idOf).map((index) => errorAt(`${placeOf(index)}.id`, validationError('duplicate_id'))),
    ...spaced(rows, placeOf),
  ]
}

/** Indexes of entries that repeat an earlier one. */
const repeated = (all: readonly Asked[], textOf: (one: Asked) => string): number[] =>
  all.flatMap((one, index) => (all.findIndex((other) => textOf(other) === textOf(one)) < index ? [index] : []))

type Part = 'buttons' | 'button' | 'sections'

const lacking = (given: NewInteractive, value: string, parts: readonly Part[]): FieldError[] =>
  parts.filter((part) => given[part] == null).map((part) => errorAt(part, validationError('required_for', { value })))

const foreign = (given: NewInteractive, value: string, parts: readonly Part[]): FieldError[] =>
  parts.filter((part) => given[part] != null).map((part) => errorAt(part, validationError('only_for', { value })))

const spaced = (all: readonly Asked[], placeOf: (index: number) => string): FieldError[] =>
  all.flatMap(({ id }, index) =>
    id == null || id === id.trim() ? [] : [errorAt(`${placeOf(index)}.id`, validationError('spaces_around'))],
  )

const untitled = (sections: readonly AskedSection[]): FieldError[] =>
  sections.length < 2
    ? []
    : sections.flatMap(({ title }, index) =>
        title == null ? [errorAt(`sections[${index}].title`, validationError('section_without_title'))] : [],
      )
