// Shared state of the builder: the draft, its changes, and the server's errors.

import { SamvadError } from '@samvad/sdk'
import { createContext, use } from 'react'
import { fieldError } from '../../app/errors.tsx'
import type { Field, Settings } from '../shape.ts'

export interface Builder {
  fields: readonly Field[]
  settings: Settings
  /** Submissions may exist: option values must not change. */
  isStable: boolean
  mayManage: boolean
  change(fields: readonly Field[]): void
  set(field: Field): void
  /** Under another key, also where other fields and settings name it. */
  rename(from: string, to: string): void
  errorsOf(key: string): FieldErrors
}

/** A field's errors by property: `options[2].label` belongs to `options`. */
export type FieldErrors = ReadonlyMap<string, string>

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('outside of a builder')
  return builder
}

/** `sent`: the fields of the refused request, in its order. */
export function errorsOf(error: unknown, sent: readonly Field[], key: string): FieldErrors {
  const place = sent.findIndex((field) => field.key === key)
  const found = new Map<string, string>()
  if (!(error instanceof SamvadError) || place < 0) return found
  for (const { field: path } of error.errors) {
    const inner =
      path === `fields[${place}]`
        ? ''
        : path.startsWith(`fields[${place}].`)
          ? path.split('.').slice(1).join('.')
          : null
    const text = inner === null ? null : fieldError(error, path)
    const root = inner?.split(/[.[]/)[0] ?? ''
    if (text !== null) found.set(root, [found.get(root), text].filter(Boolean).join(' '))
  }
  return found
}
