// A campaign's edited fields, as the composer holds them and as the API accepts them. Pure.

import { channelOf } from '../../app/channels.ts'
import { changedFrom } from '../../app/unsaved.ts'
import { completeSources, type Sources, sourcesOf } from './sources.ts'

export interface Written {
  name: string
  channel: string
  /** Its own subject, text and HTML instead of a template. */
  isOwn: boolean
  template_id: string | null
  subject: string
  text: string
  html: string
  list_ids: readonly string[]
  segment_ids: readonly string[]
  exclude_list_ids: readonly string[]
  variables: Sources
  scheduled_at: number | null
  /** As typed; empty for the channel's maximum rate. */
  per_minute: string
  quiet_hours: { from: string; to: string } | null
  track: boolean
}

/** As the API shows it. */
export interface Saved {
  name: string
  channel: string
  template_id: string | null
  subject: string | null
  text: string | null
  html: string | null
  list_ids: string[]
  segment_ids: string[]
  exclude_list_ids: string[]
  variables: Record<string, unknown>
  scheduled_at: number | null
  max_per_minute: number | null
  quiet_hours: { from: string; to: string } | null
  track: boolean
}

/** An API request with the changed fields. */
export type Body = Partial<
  Omit<Saved, 'variables'> & { variables: Record<string, string | { attribute: string; fallback: string }> }
>

export const PER_MINUTE_MAX = 1_000_000

export const writtenOf = (campaign: Saved): Written => ({
  name: campaign.name,
  channel: campaign.channel,
  isOwn: campaign.template_id === null && channelOf(campaign.channel)?.isMail === true,
  template_id: campaign.template_id,
  subject: campaign.subject ?? '',
  text: campaign.text ?? '',
  html: campaign.html ?? '',
  list_ids: campaign.list_ids,
  segment_ids: campaign.segment_ids,
  exclude_list_ids: campaign.exclude_list_ids,
  variables: sourcesOf(campaign.variables),
  scheduled_at: campaign.scheduled_at,
  per_minute: campaign.max_per_minute === null ? '' : String(campaign.max_per_minute),
  quiet_hours: campaign.quiet_hours,
  track: campaign.track,
})

/** Resets the content for another channel: a template belongs to one channel, and own text is for mail only. */
export const onChannel = (channel: string): Partial<Written> => ({
  channel,
  template_id: null,
  isOwn: channelOf(channel)?.isMail === true,
  ...(channelOf(channel)?.isMail !== true && { track: false }),
})

/** Null for an empty text; undefined for an invalid number. */
export function perMinuteOf(text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const count = /^\d{1,7}$/.test(plain) ? Number(plain) : 0
  return count >= 1 && count <= PER_MINUTE_MAX ? count : undefined
}

/**
 * The valid part as an API request: incomplete fields are omitted and keep their saved value. `names`: the content's
 * variables; null while unknown.
 */
export function bodyOf(written: Written, names: readonly string[] | null): Body {
  const { name, channel, isOwn, template_id, subject, text, html, quiet_hours: quiet } = written
  const perMinute = perMinuteOf(written.per_minute)
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    channel,
    ...(isOwn
      ? { template_id: null, subject: subject || null, text: text || null, html: html || null }
      : { template_id, subject: null, text: null, html: null }),
    list_ids: [...written.list_ids],
    segment_ids: [...written.segment_ids],
    exclude_list_ids: [...written.exclude_list_ids],
    ...(names !== null && { variables: completeSources(written.variables, names) }),
    scheduled_at: written.scheduled_at,
    ...(perMinute !== undefined && { max_per_minute: perMinute }),
    ...((quiet === null || (quiet.from !== '' && quiet.to !== '' && quiet.from !== quiet.to)) && {
      quiet_hours: quiet,
    }),
    track: written.track,
  }
}

/** The fields of the body that differ from the saved ones. */
export const unsaved = (body: Body, campaign: Saved): Body => changedFrom(body, campaign)

/** Edited fields that differ from the saved ones. */
export const differing = (patch: Partial<Written>, campaign: Saved): Partial<Written> =>
  changedFrom(patch, writtenOf(campaign))
