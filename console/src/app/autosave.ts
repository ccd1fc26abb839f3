// Edits a stored object: shows changes at once, keeps them in the browser on every keystroke, and saves them to the
// server after a short pause. Only changed fields are sent, so that two users who edit one draft keep each other's
// changes.

import { SamvadError } from '@samvad/sdk'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormDraft } from './form-drafts.ts'
import { onStreamBack } from './live.ts'
import { canonical, type Fields, withoutRefused } from './unsaved.ts'

const PAUSE_MS = 600
const AGAIN_MS = 5000

export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused'

interface AutosaveOptions<Saved extends object, Written extends object> {
  /** The name of the draft in the browser's storage: `campaign.camp_…`. */
  name: string
  saved: Saved
  /** The query with the saved object. */
  queryKey: QueryKey
  writtenOf: (saved: Saved) => Written
  /** Unsaved changes as an API request. */
  bodyOf: (written: Written, saved: Saved) => Fields
  /** The typed values that differ from the saved ones. */
  differing: (patch: Partial<Written>, saved: Saved) => Partial<Written>
  /** Returns the saved object, or its changed part. */
  save: (body: Fields) => PromiseLike<object>
}

export interface Autosave<Written> {
  written: Written
  change(patch: Partial<Written>): void
  state: SaveState
  /** The error of the last refused request. */
  error: unknown
  /** The refused request. */
  refusedBody: Fields | null
  /** Saves pending changes; true once all are saved. */
  flush(): Promise<boolean>
}

/** For validation errors: the same request would be refused again. */
const isRefusal = (error: unknown): error is SamvadError =>
  error instanceof SamvadError && error.status !== null && error.status < 500 && ![401, 408, 429].includes(error.status)

export function useAutosave<Saved extends object, Written extends object>(
  options: AutosaveOptions<Saved, Written>,
): Autosave<Written> {
  const client = useQueryClient()
  const { name, saved, queryKey, writtenOf, bodyOf, differing } = options
  const draft = useFormDraft<Partial<Written>>(name, {})
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>(null)
  const [refusedBody, setRefusedBody] = useState<Fields | null>(null)
  const patch = draft.values
  const written: Written = { ...writtenOf(saved), ...patch }
  const body = bodyOf(written, saved)
  const pending = canonical(body)

  // Timers and responses use the current values, not those at their start.
  const latest = useRef({ patch, body, saved, options })
  const isMounted = useRef(false)
  const underWay = useRef<Promise<boolean> | null>(null)
  const refused = useRef<string | null>(null)
  useEffect(() => {
    latest.current.body = body
    latest.current.saved = saved
    latest.current.options = options
  })

  function keep(next: Partial<Written>) {
    latest.current.patch = next
    draft.set(next)
  }

  function change(given: Partial<Written>) {
    const next = { ...latest.current.patch, ...given }
    // While a save is running, a value that was changed back must be saved again after it.
    keep(underWay.current === null ? differing(next, latest.current.saved) : next)
  }

  // Clears saved changes only once the page shows the saved object; otherwise the fields would flash old values.
  const forgetSaved = useEffectEvent(() => {
    if (underWay.current !== null) return
    const left = differing(latest.current.patch, saved)
    if (Object.keys(left).length < Object.keys(latest.current.patch).length) keep(left)
  })
  useEffect(() => forgetSaved(), [saved, state])

  /** Saves until nothing is pending, one request at a time. */
  async function save(): Promise<boolean> {
    while (Object.keys(latest.current.body).length > 0) {
      const sent = latest.current.body
      setState('saving')
      try {
        take(await latest.current.options.save(sent))
        setError(null)
        setRefusedBody(null)
        refused.current = null
      } catch (thrown) {
        if (!isRefusal(thrown)) {
          setState('waiting')
          return false
        }
        setError(thrown)
        setRefusedBody(sent)
        refused.current = canonical(sent)
        const rest = withoutRefused(
          sent,
          thrown.errors.map(({ field }) => field),
        )
        const isPart = thrown.errors.length > 0 && Object.keys(rest).length > 0
        if (isPart && Object.keys(rest).length < Object.keys(sent).length) await savePart(rest)
        setState('refused')
        return false
      }
    }
    setState('saved')
    return true
  }

  /** The valid part of a refused request. */
  async function savePart(rest: Fields): Promise<void> {
    try {
      take(await latest.current.options.save(rest))
      refused.current = canonical(latest.current.body)
    } catch {
      // The reason for the refusal is shown already.
    }
  }

  function take(part: object) {
    // A response from before this change would revert it on the page.
    void client.cancelQueries({ queryKey })
    const now: Saved = { ...(client.getQueryData<Saved>(queryKey) ?? latest.current.saved), ...part }
    client.setQueryData(queryKey, now)
    latest.current.saved = now
    latest.current.body = latest.current.options.bodyOf({ ...writtenOf(now), ...latest.current.patch }, now)
    if (!isMounted.current) keep(differing(latest.current.patch, now))
  }

  const flush = (): Promise<boolean> => {
    underWay.current ??= save().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }
  const flushNow = useEffectEvent(() => {
    if (Object.keys(latest.current.body).length > 0 && refused.current !== canonical(latest.current.body)) void flush()
  })

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever there is something else to save
  useEffect(() => {
    if (pending === '{}') return
    const timer = setTimeout(flushNow, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pending])
  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setInterval(flushNow, AGAIN_MS)
    const stop = onStreamBack(flushNow)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [state])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      flushNow()
    }
  }, [])

  const isRefused = refused.current !== null && state === 'refused'
  return {
    written,
    change,
    state: pending === '{}' && !isRefused ? 'saved' : state === 'saved' ? 'saving' : state,
    error,
    refusedBody,
    flush,
  }
}
