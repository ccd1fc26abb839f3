// Buttons and lists of a draft: as stored, as sent, and their missing values. Pure.

import { LIMITS, REPLY_BUTTONS_MAX, ROWS_MAX } from '../app/chat-parts.ts'
import type { DraftInteractive, DraftSection } from '../app/draft-fields.ts'

export type { DraftInteractive, DraftSection } from '../app/draft-fields.ts'

const NEW_ROW = { title: '', description: '' }
const NEW_SECTION: DraftSection = { title: '', rows: [NEW_ROW] }

export const NEW_BUTTONS: DraftInteractive = {
  type: 'buttons',
  header: '',
  footer: '',
  buttons: [''],
  button: '',
  sections: [NEW_SECTION],
}

export const rowCount = ({ sections }: DraftInteractive): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0)

export const mayAddButton = ({ buttons }: DraftInteractive): boolean => buttons.length < REPLY_BUTTONS_MAX
export const mayAddRow = (draft: DraftInteractive): boolean => rowCount(draft) < ROWS_MAX

export const addSection = (sections: readonly DraftSection[]): DraftSection[] => [...sections, NEW_SECTION]

export const changeSection = (
  sections: readonly DraftSection[],
  at: number,
  fields: Partial<DraftSection>,
): DraftSection[] => sections.map((one, place) => (place === at ? { ...one, ...fields } : one))

export const addRow = (sections: readonly DraftSection[], at: number): DraftSection[] =>
  sections.map((one, place) => (place === at ? { ...one, rows: [...one.rows, NEW_ROW] } : one))

export const changeRow = (
  sections: readonly DraftSection[],
  at: number,
  row: number,
  fields: Partial<DraftSection['rows'][number]>,
): DraftSection[] =>
  changeSection(sections, at, {
    rows: (sections[at]?.rows ?? []).map((one, place) => (place === row ? { ...one, ...fields } : one)),
  })

/** Removing a section's last row removes the section, unless it is the only one. */
export function removeRow(sections: readonly DraftSection[], at: number, row: number): DraftSection[] {
  const rows = (sections[at]?.rows ?? []).filter((_, place) => place !== row)
  if (rows.length > 0) return changeSection(sections, at, { rows })
  return sections.length > 1 ? sections.filter((_, place) => place !== at) : [NEW_SECTION]
}

export type Fault = 'missing' | 'twice' | 'noFileWithList'

/** The errors that prevent sending, by field name, in display order. */
export function faultsIn(draft: DraftInteractive, hasFile: boolean): Map<string, Fault> {
  const faults = new Map<string, Fault>()
  const seen = new Set<string>()
  const title = (field: string, text: string) => {
    const shown = text.trim()
    if (shown === '') faults.set(field, 'missing')
    else if (seen.has(shown)) faults.set(field, 'twice')
    seen.add(shown)
  }
  if (draft.type === 'buttons') {
    for (const [place, text] of draft.buttons.entries()) title(`button-${place}`, text)
    return faults
  }
  if (hasFile) faults.set('file', 'noFileWithList')
  if (draft.button.trim() === '') faults.set('list-button', 'missing')
  for (const [at, section] of draft.sections.entries()) {
    if (draft.sections.length > 1 && section.title.trim() === '') faults.set(`section-${at}`, 'missing')
    for (const [row, one] of section.rows.entries()) title(`row-${at}-${row}`, one.title)
  }
  return faults
}

/** The API request. Ids are omitted and default to the titles. With a file there is no text header. */
export function interactiveOf(draft: DraftInteractive, hasFile: boolean) {
  const around = {
    header: (!hasFile && draft.header.trim()) || null,
    footer: draft.footer.trim() || null,
  }
  if (draft.type === 'buttons')
    return { type: 'buttons' as const, ...around, buttons: draft.buttons.map((title) => ({ title: title.trim() })) }
  return {
    type: 'list' as const,
    ...around,
    button: draft.button.trim(),
    sections: draft.sections.map(({ title, rows }) => ({
      title: title.trim() || null,
      rows: rows.map((row) => ({ title: row.title.trim(), description: row.description.trim() || null })),
    })),
  }
}

interface Interactive {
  type: string
  header?: string | null | undefined
  footer?: string | null | undefined
  buttons?: readonly { title: string }[]
  button?: string
  sections?: readonly {
    title?: string | null | undefined
    rows: readonly { title: string; description?: string | null | undefined }[]
  }[]
}

/** From a sent or waiting message, to edit and send it again. */
export function draftOfInteractive(given: Interactive): DraftInteractive {
  return {
    ...NEW_BUTTONS,
    type: given.type === 'list' ? 'list' : 'buttons',
    header: given.header ?? '',
    footer: given.footer ?? '',
    ...(given.buttons && { buttons: given.buttons.map(({ title }) => title) }),
    ...(given.button !== undefined && { button: given.button }),
    ...(given.sections && {
      sections: given.sections.map(({ title, rows }) => ({
        title: title ?? '',
        rows: rows.map((row) => ({ title: row.title, description: row.description ?? '' })),
      })),
    }),
  }
}

/** Its text is shorter than that of other messages. */
export const isTextTooLong = (text: string): boolean => text.trim().length > LIMITS.text

/** True when it contains any text. */
export const isWritten = ({ header, footer, buttons, button, sections }: DraftInteractive): boolean =>
  [
    header,
    footer,
    button,
    ...buttons,
    ...sections.flatMap(({ title, rows }) => [title, ...rows.flatMap((row) => [row.title, row.description])]),
  ].some((text) => text.trim() !== '')
