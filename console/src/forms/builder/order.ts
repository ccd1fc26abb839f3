// Adds, copies, removes, moves and renames fields, and updates references to them. Pure.

import { type Condition, END, type Field, type FieldType, type Jump, type Option, type Text } from '../shape.ts'

const KEY_MAX = 40

/** A key that no field has: `full_name`, `full_name_2`. */
export function freeKey(wanted: string, taken: readonly string[]): string {
  const plain =
    wanted
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '')
      .slice(0, KEY_MAX) || 'field'
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number}`
    const key = plain.slice(0, KEY_MAX - end.length) + end
    if (!taken.includes(key) && key !== END) return key
  }
}

export interface NewTexts {
  label: Text
  text: Text
  option: (number: number) => Text
  /** The channels of a consent field. */
  channels: readonly string[]
}

/** A new field that can be saved as it is. */
export function newField(type: FieldType, texts: NewTexts, taken: readonly string[]): Field {
  const field: Field = { key: freeKey(type, taken), type, label: texts.label }
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
    case 'dropdown':
      return { ...field, options: [1, 2, 3].map((number) => optionOf(texts.option(number))) }
    case 'rating':
      return { ...field, max: 5 }
    case 'scale':
      return { ...field, min: 0, max: 10 }
    case 'consent':
      return { ...field, text: texts.text, ...(texts.channels.length > 0 && { channels: [...texts.channels] }) }
    case 'email':
    case 'phone':
      return { ...field, ...(type === 'phone' && { country: 'IN' }), required: true }
    default:
      return field
  }
}

const optionOf = (label: Text): Option =>
  typeof label === 'string' ? { value: label } : { value: Object.values(label)[0] as string, label }

/** After the selected field; at the end when none is selected. */
export function addField(fields: readonly Field[], field: Field, after: string | null): Field[] {
  const place = fields.findIndex(({ key }) => key === after)
  return place < 0 ? [...fields, field] : fields.toSpliced(place + 1, 0, field)
}

/** Inserts a copy right after the field. The copy is not mapped to the contact, because only one field can be. */
export function copyField(fields: readonly Field[], key: string): { fields: Field[]; key: string } {
  const found = fields.find((one) => one.key === key)
  if (!found) return { fields: [...fields], key }
  const { map_to: _, ...rest } = found
  const copy = {
    ...rest,
    key: freeKey(
      key,
      fields.map((one) => one.key),
    ),
  }
  return { fields: addField(fields, copy, key), key: copy.key }
}

export function moveField(fields: readonly Field[], key: string, to: number): readonly Field[] {
  const from = fields.findIndex((one) => one.key === key)
  const place = Math.max(0, Math.min(to, fields.length - 1))
  const field = fields[from]
  if (!field || place === from) return fields
  return fields.toSpliced(from, 1).toSpliced(place, 0, field)
}

/** Without the field, and without conditions and jumps that refer to it. */
export const removeField = (fields: readonly Field[], key: string): Field[] =>
  fields.filter((one) => one.key !== key).map((field) => withoutReferences(field, key))

/** Restores a removed field and the references to it, where those were not changed in between. */
export function restoreField(fields: readonly Field[], before: readonly Field[], key: string): Field[] {
  const place = before.findIndex((one) => one.key === key)
  const removed = before[place]
  if (!removed || fields.some((one) => one.key === key)) return [...fields]
  const back = fields.map((field) => {
    const was = before.find((one) => one.key === field.key)
    return was && same(field, withoutReferences(was, key)) ? was : field
  })
  return back.toSpliced(Math.min(place, back.length), 0, removed)
}

const same = (one: Field, other: Field): boolean => JSON.stringify(one) === JSON.stringify(other)

function withoutReferences(field: Field, key: string): Field {
  const condition = field.show_if && withoutField(field.show_if, key)
  const jumps = field.jumps?.flatMap((jump): Jump[] => {
    const left = withoutField(jump.if, key)
    return left && jump.to !== key ? [{ ...jump, if: left }] : []
  })
  const { show_if: _, jumps: __, ...rest } = field
  return {
    ...rest,
    ...(condition && { show_if: condition }),
    ...(jumps && jumps.length > 0 && { jumps }),
  }
}

/** The condition without its parts about a field; undefined if none remain. */
function withoutField(condition: Condition, key: string): Condition | undefined {
  if (condition.field !== undefined) return condition.field === key ? undefined : condition
  if (condition.not) {
    const inner = withoutField(condition.not, key)
    return inner && { not: inner }
  }
  const mode = condition.all ? 'all' : 'any'
  const left = (condition[mode] ?? []).flatMap((one) => withoutField(one, key) ?? [])
  return left.length === 0 ? undefined : left.length === 1 ? left[0] : { [mode]: left }
}

/** The field under another key, also where conditions, jumps and the auto-reply name it. */
export function renameField(fields: readonly Field[], from: string, to: string): Field[] {
  return fields.map((field) => ({
    ...field,
    ...(field.key === from && { key: to }),
    ...(field.show_if && { show_if: renamedIn(field.show_if, from, to) }),
    ...(field.jumps && {
      jumps: field.jumps.map((jump) => ({ if: renamedIn(jump.if, from, to), to: jump.to === from ? to : jump.to })),
    }),
  }))
}

function renamedIn(condition: Condition, from: string, to: string): Condition {
  const { field, all, any, not } = condition
  return {
    ...condition,
    ...(field === from && { field: to }),
    ...(all && { all: all.map((one) => renamedIn(one, from, to)) }),
    ...(any && { any: any.map((one) => renamedIn(one, from, to)) }),
    ...(not && { not: renamedIn(not, from, to) }),
  }
}

/** The page of a field, from 1. A page break starts a page. */
export const pageOf = (fields: readonly Field[], place: number): number =>
  1 + fields.slice(0, place + 1).filter(({ type }) => type === 'page_break').length
