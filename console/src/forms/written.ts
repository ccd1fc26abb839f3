// A form's edited data, as the builder holds it and as the API accepts it. Pure.

import { changedFrom, type Fields } from '../app/unsaved.ts'
import { conditionOf, draftOf } from './builder/conditions.ts'
import type { Field, Jump, Settings } from './shape.ts'

export interface Written {
  name: string
  slug: string
  fields: readonly Field[]
  settings: Settings
}

/** The edited part of a form; the server adds the rest. */
export type Saved = Written

export const writtenOf = ({ name, slug, fields, settings }: Saved): Written => ({ name, slug, fields, settings })

/** The valid part for the API: incomplete conditions and jumps are omitted. */
export const bodyOf = ({ name, slug, fields, settings }: Written, saved: Saved): Fields =>
  changedFrom(
    {
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(slug.trim() !== '' && { slug: slug.trim().toLowerCase() }),
      fields: fields.map((field) => finishedField(field, fields)),
      settings,
    },
    saved,
  )

function finishedField(field: Field, fields: readonly Field[]): Field {
  const { show_if, jumps, ...rest } = field
  const condition = show_if && conditionOf(draftOf(show_if), fields)
  const finished = (jumps ?? []).flatMap((jump): Jump[] => {
    const left = conditionOf(draftOf(jump.if), fields)
    return left && jump.to !== '' ? [{ if: left, to: jump.to }] : []
  })
  return {
    ...rest,
    ...(condition && { show_if: condition }),
    ...(finished.length > 0 && { jumps: finished }),
  }
}

export const differing = (patch: Partial<Written>, saved: Saved): Partial<Written> =>
  changedFrom(patch, writtenOf(saved))

/** The settings with some of them changed; undefined and empty texts are removed. */
export function withSettings(
  settings: Settings,
  change: { [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  const all = Object.entries({ ...settings, ...change })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== '')) as unknown as Settings
}

/** The same for a field. */
export function withField(field: Field, change: { [Name in keyof Field]?: Field[Name] | undefined }): Field {
  const all = Object.entries({ ...field, ...change })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as Field
}
