// Unsaved form input, stored in the browser by user and organization until it is saved or discarded, or the user signs
// out (kept.ts).

import { useState } from 'react'
import { FORMS, ownerOf } from './kept.ts'
import { useSession } from './session.ts'

interface Kept<Values> {
  values: Values
  /** The form's initial values as JSON. */
  base: string
}

export interface FormDraft<Values> {
  values: Values
  set(values: Values): void
  /** The form shows input from an earlier visit. */
  isRestored: boolean
  /** True when the edited object was changed after the user started. */
  isOutdated: boolean
  /** Returns to the initial values. */
  discard(): void
  /** Called after it was saved. */
  forget(): void
}

/** `name`: the form and the object it edits, such as `segment.new`. */
export function useFormDraft<Values>(name: string, initial: Values): FormDraft<Values> {
  const key = `${FORMS}${ownerOf(useSession())}.${name}`
  const [found] = useState(() => read<Values>(key))
  const [base, setBase] = useState(() => found?.base ?? JSON.stringify(initial))
  const [values, setValues] = useState(found?.values ?? initial)
  const [isRestored, setRestored] = useState(found !== null)
  const forget = () => localStorage.removeItem(key)
  return {
    values,
    isRestored,
    isOutdated: base !== JSON.stringify(initial),
    forget,
    set(next) {
      setValues(next)
      if (JSON.stringify(next) === base) forget()
      else write(key, { values: next, base })
    },
    discard() {
      forget()
      setValues(initial)
      setBase(JSON.stringify(initial))
      setRestored(false)
    },
  }
}

function read<Values>(key: string): Kept<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept<Values> | null
  } catch {
    return null
  }
}

/** A browser without storage space stores nothing; the form still works. */
function write(key: string, kept: Kept<unknown>): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    localStorage.removeItem(key)
  }
}
