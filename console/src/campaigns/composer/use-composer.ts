// What somebody writes of a draft: shown at once, kept in the browser with every letter, and saved to the service a
// moment after one pauses. Only what was changed is sent, so that two people who write one draft keep each other's.

import { type CampaignReport, SamvadError } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../app/api.ts'
import { useFormDraft } from '../../app/form-drafts.ts'
import { onStreamBack } from '../../app/live.ts'
import { campaignKey } from '../data.ts'
import { bodyOf, canonical, differing, unsaved, type Written, withoutRefused, writtenOf } from './written.ts'

const PAUSE_MS = 600
const AGAIN_MS = 5000

export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused'

export interface Composer {
  campaign: CampaignReport
  written: Written
  change(patch: Partial<Written>): void
  /** The variables of the content; null while they are not known. */
  names: readonly string[] | null
  state: SaveState
  /** What the service said of what could not be saved. */
  error: unknown
  /** Saves what is not yet; true once all of it is. */
  flush(): Promise<boolean>
}

/** Of an answer that says what is wrong: the same again would be refused again. */
const isRefusal = (error: unknown): error is SamvadError =>
  error instanceof SamvadError && error.status !== null && error.status < 500 && ![401, 408, 429].includes(error.status)

export function useComposer(
  campaign: CampaignReport,
  namesOf: (written: Written) => readonly string[] | null,
): Composer {
  const client = useQueryClient()
  const { id } = campaign
  const draft = useFormDraft<Partial<Written>>(`campaign.${id}`, {})
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>(null)
  const patch = draft.values
  const written: Written = { ...writtenOf(campaign), ...patch }
  const names = namesOf(written)
  const body = unsaved(bodyOf(written, names), campaign)
  const pending = canonical(body)

  // What the timers and answers of this component find when they come: not what was there when they began.
  const latest = useRef({ patch, body, campaign })
  const isMounted = useRef(false)
  const underWay = useRef<Promise<boolean> | null>(null)
  const refused = useRef<string | null>(null)
  useEffect(() => {
    latest.current.body = body
    latest.current.campaign = campaign
  })

  function keep(next: Partial<Written>) {
    latest.current.patch = next
    draft.set(next)
  }

  function change(given: Partial<Written>) {
    const next = { ...latest.current.patch, ...given }
    // While a save is under way, also what is as it was before has to be saved behind it.
    keep(underWay.current === null ? differing(next, latest.current.campaign) : next)
  }

  // What is saved is no longer kept: once it is what the page shows, or the fields would show what they had before.
  const forgetSaved = useEffectEvent(() => {
    if (underWay.current !== null) return
    const left = differing(latest.current.patch, campaign)
    if (Object.keys(left).length < Object.keys(latest.current.patch).length) keep(left)
  })
  useEffect(() => forgetSaved(), [campaign, state])

  /** Saves until nothing is left to save, one request at a time. */
  async function save(): Promise<boolean> {
    while (Object.keys(latest.current.body).length > 0) {
      const sent = latest.current.body
      setState('saving')
      try {
        take(await api.campaigns.update(id, sent))
        setError(null)
        refused.current = null
      } catch (thrown) {
        if (!isRefusal(thrown)) {
          setState('waiting')
          return false
        }
        setError(thrown)
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

  /** What is right in what was refused as a whole. */
  async function savePart(rest: object): Promise<void> {
    try {
      take(await api.campaigns.update(id, rest))
      refused.current = canonical(latest.current.body)
    } catch {
      // Why it was refused is said already.
    }
  }

  function take(saved: object) {
    const key = campaignKey(id)
    // An answer from before this change would undo it on the page.
    void client.cancelQueries({ queryKey: key })
    const now = { ...(client.getQueryData<CampaignReport>(key) ?? latest.current.campaign), ...saved }
    client.setQueryData(key, now)
    const whole = { ...writtenOf(now), ...latest.current.patch }
    latest.current.campaign = now
    latest.current.body = unsaved(bodyOf(whole, namesOf(whole)), now)
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
    campaign,
    written,
    change,
    names,
    state: pending === '{}' && !isRefused ? 'saved' : state === 'saved' ? 'saving' : state,
    error,
    flush,
  }
}
