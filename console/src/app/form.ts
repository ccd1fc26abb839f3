// Form state: values, errors, and a single submission.

import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { fieldError } from './errors.tsx'

type Keys<Values, Kind> = { [Key in keyof Values]: Values[Key] extends Kind ? Key : never }[keyof Values] & string
type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

export interface Form<Values> {
  values: Values
  set(change: Partial<Values>): void
  /** For a control of text: `<Input {...form.text('name')} />`. */
  text(name: Keys<Values, string>): { name: string; value: string; onChange: (event: Changed) => void }
  check(name: Keys<Values, boolean>): { name: string; checked: boolean; onChange: (event: Changed) => void }
  error: unknown
  /** The server's error for a field, shown at it. */
  wrong(field: string): string | null
  /** The fields that `wrong` was called for. */
  fields: ReadonlySet<string>
  isBusy: boolean
  onSubmit(event: FormEvent): void
}

export interface Submitted {
  error: unknown
  fields: ReadonlySet<string>
  isBusy: boolean
  onSubmit(event: FormEvent): void
}

/** `submit` receives the values and a function to change them; an error that it throws is shown. */
export function useForm<Values extends object>(
  initial: Values,
  submit: (values: Values, set: (change: Partial<Values>) => void) => PromiseLike<unknown>,
): Form<Values> {
  const [values, setValues] = useState(initial)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const fields = new Set<string>()
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))

  async function send() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setError(null)
    try {
      await submit(values, set)
    } catch (thrown) {
      setError(thrown)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return {
    values,
    set,
    text: (name) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }) => set({ [name]: target.value } as Partial<Values>),
    }),
    check: (name) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ target }) => set({ [name]: (target as HTMLInputElement).checked } as Partial<Values>),
    }),
    error,
    wrong(field) {
      fields.add(field)
      return fieldError(error, field)
    },
    fields,
    isBusy,
    onSubmit(event) {
      event.preventDefault()
      void send()
    },
  }
}
