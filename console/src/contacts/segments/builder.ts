// Shared state of the filter builder.

import { createContext, use } from 'react'
import type { KnownAttributes } from '../../app/attributes-in.ts'
import type { Clause } from '../../app/segment-clauses.ts'
import type { DraftGroup } from './draft.ts'

export interface Builder {
  root: DraftGroup
  known: KnownAttributes
  /** By the key of a condition or group. */
  errors: ReadonlyMap<number, string>
  /** The last added condition, which gets the focus. */
  newest: number | null
  change(root: DraftGroup): void
  add(groupKey: number, clause: Clause): void
}

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = use(BuilderContext)
  if (!builder) throw new Error('there is no filter builder around this part')
  return builder
}

/** Moves the focus from a removed condition to its group's add button. */
export const focusAdd = (from: Element | null | undefined): void =>
  from?.closest('[data-group]')?.querySelector<HTMLElement>(':scope > div [data-add]')?.focus()
