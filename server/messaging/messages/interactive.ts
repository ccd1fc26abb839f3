// Buttons and lists below the text of a message: their limits, and what is sent made of what was asked for. Pure.
// Source of the limits: Meta's "Interactive reply buttons messages" and "Interactive list messages".

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import type { NewInteractive } from './interactive-schema.ts'

export const interactiveTypes = ['buttons', 'list'] as const

/** Characters, and items of a list. */
export const limits = {
  /** Text of a message with buttons or a list. */
  body: 1024,
  header: 60,
  footer: 60,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  listButton: 20,
  sections: 10,
  sectionTitle: 24,
  /** Of all sections together. */
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
} as const

export interface InteractiveButton {
  id: string
  title: string
}

export interface InteractiveRow {
  id: string
  title: string
  description: string | null
}

export interface InteractiveSection {
  title: string | null
  rows: InteractiveRow[]
}

interface Frame {
  header: string | null
  footer: string | null
}

/** As it is stored, and in the fields of the API. */
export type Interactive =
  | (Frame & { type: 'buttons'; buttons: InteractiveButton[] })
  | (Frame & { type: 'list'; button: string; sections: InteractiveSection[] })

/** What is sent, or what is wrong with what was asked for. Lengths and counts of each field were checked before. */
export function interactiveOf(given: NewInteractive): Interactive | FieldError[] {
  const { header = null, footer = null } = given
  if (given.type === 'buttons') {
    const buttons = buttonsOf(given.buttons ?? [])
    const errors = [
      ...lacking(given, 'buttons', ['buttons']),
      ...foreign(given, 'list', ['button', 'sections']),
      ...repeated(buttons, (index) => `buttons[${index}]`, ['id', 'title']),
      ...spaced(buttons, (index) => `buttons[${index}]`),
    ]
    return errors.length > 0 ? errors : { type: 'buttons', header, footer, buttons }
  }
  const sections = sectionsOf(given.sections ?? [])
  const rows = sections.flatMap((section) => section.rows)
  const places = sections.flatMap((section, at) => section.rows.map((_, row) => `sections[${at}].rows[${row}]`))
  const placeOf = (index: number) => places[index] as string
  const errors = [
    ...lacking(given, 'list', ['button', 'sections']),
    ...foreign(given, 'buttons', ['buttons']),
    ...untitled(sections),
    ...(rows.length > limits.rows ? [errorAt('sections', validationError('too_many_rows', { max: limits.rows }))] : []),
    ...repeated(rows, placeOf, ['id']),
    ...spaced(rows, placeOf),
  ]
  return errors.length > 0 ? errors : { type: 'list', header, footer, button: given.button as string, sections }
}

/** Spaces around an id are refused by Meta. */
const idOf = ({ id, title }: { id?: string | null; title: string }): string => id ?? title.trim()

const buttonsOf = (given: NonNullable<NewInteractive['buttons']>): InteractiveButton[] =>
  given.map((one) => ({ id: idOf(one), title: one.title }))

const sectionsOf = (given: NonNullable<NewInteractive['sections']>): InteractiveSection[] =>
  given.map(({ title = null, rows }) => ({
    title,
    rows: rows.map((row) => ({ id: idOf(row), title: row.title, description: row.description ?? null })),
  }))

const errorAt = (place: string, error: ValidationError): FieldError => ({ field: `interactive.${place}`, ...error })

type Part = 'buttons' | 'button' | 'sections'

const lacking = (given: NewInteractive, value: string, parts: readonly Part[]): FieldError[] =>
  parts.filter((part) => given[part] == null).map((part) => errorAt(part, validationError('required_for', { value })))

const foreign = (given: NewInteractive, value: string, parts: readonly Part[]): FieldError[] =>
  parts.filter((part) => given[part] != null).map((part) => errorAt(part, validationError('only_for', { value })))

/** What the contact or we could not tell apart. */
function repeated<Name extends string>(
  all: readonly Record<Name, string>[],
  placeOf: (index: number) => string,
  names: readonly Name[],
): FieldError[] {
  return names.flatMap((name) =>
    all.flatMap((one, index) =>
      all.findIndex((other) => other[name] === one[name]) < index
        ? [errorAt(`${placeOf(index)}.${name}`, validationError('duplicate'))]
        : [],
    ),
  )
}

const spaced = (all: readonly { id: string }[], placeOf: (index: number) => string): FieldError[] =>
  all.flatMap(({ id }, index) =>
    id === id.trim() ? [] : [errorAt(`${placeOf(index)}.id`, validationError('spaces_around'))],
  )

const untitled = (sections: readonly InteractiveSection[]): FieldError[] =>
  sections.length < 2
    ? []
    : sections.flatMap(({ title }, index) =>
        title === null ? [errorAt(`sections[${index}].title`, validationError('section_without_title'))] : [],
      )
