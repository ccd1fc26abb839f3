// What a draft lacks before it can be estimated and started, and the step where it is entered. Pure.

import type { Step } from '../known.ts'
import { missingSources } from './sources.ts'
import { perMinuteOf, type Written } from './written.ts'

export type Lack =
  | 'name'
  | 'audience'
  | 'segment'
  | 'template'
  | 'content'
  | 'variables'
  | 'per_minute'
  | 'quiet_hours'
  | 'past'

const STEP_OF: Readonly<Record<Lack, Step>> = {
  name: 'audience',
  audience: 'audience',
  segment: 'audience',
  template: 'message',
  content: 'message',
  variables: 'message',
  per_minute: 'delivery',
  quiet_hours: 'delivery',
  past: 'delivery',
}

export const stepOf = (lack: Lack): Step => STEP_OF[lack]

interface Around {
  /** Unix seconds. */
  now: number
  /** Deleted segments of the campaign. */
  deletedSegments?: readonly string[]
}

/** `names`: the content's variables; null while unknown. */
export function lacksOf(written: Written, names: readonly string[] | null, around: Around): Lack[] {
  const { now, deletedSegments = [] } = around
  const { name, isOwn, template_id, subject, text, html, quiet_hours: quiet, scheduled_at } = written
  const isThere: Record<Lack, boolean> = {
    name: name.trim() !== '',
    audience: written.list_ids.length + written.segment_ids.length > 0,
    segment: deletedSegments.length === 0,
    template: isOwn || template_id !== null,
    content: !isOwn || (subject.trim() !== '' && (text.trim() !== '' || html.trim() !== '')),
    variables: names === null || missingSources(written.variables, names).length === 0,
    per_minute: perMinuteOf(written.per_minute) !== undefined,
    quiet_hours: quiet === null || (quiet.from !== '' && quiet.to !== '' && quiet.from !== quiet.to),
    past: scheduled_at === null || scheduled_at > now,
  }
  return (Object.keys(STEP_OF) as Lack[]).filter((lack) => !isThere[lack])
}

const STEP_OF_FIELD: Readonly<Record<string, Step>> = {
  name: 'audience',
  channel: 'audience',
  list_ids: 'audience',
  segment_ids: 'audience',
  exclude_list_ids: 'audience',
  scheduled_at: 'delivery',
  max_per_minute: 'delivery',
  quiet_hours: 'delivery',
}

/** The step of an API field: `variables.name` belongs to the message. */
export const stepOfField = (field: string): Step => STEP_OF_FIELD[field.split(/[.[]/)[0] ?? ''] ?? 'message'

const OF_CONTENT: readonly Lack[] = ['template', 'content', 'variables']

/** True when the content can be previewed and tested, whatever else is missing. */
export const isContentWhole = (written: Written, names: readonly string[] | null): boolean =>
  names !== null && !lacksOf(written, names, { now: 0 }).some((lack) => OF_CONTENT.includes(lack))
