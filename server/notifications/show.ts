// Converts notifications and preferences to their API representation.

import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { noticeTypes, type StoredFacts, waysOf } from './kinds.ts'
import { linkOf, type NameObject } from './links.ts'
import type { Wishes } from './people.ts'
import type { NoticeRow } from './queries.ts'
import { clockOf } from './quiet-hours.ts'
import { wants } from './rules.ts'
import type { Notification } from './schema.ts'
import { type Language, say } from './texts.ts'

export interface Showing {
  publicUrl: string
  organizationId: Uuid
  nameObject: NameObject
  language: Language
}

/** Details are shown only while the object still exists. */
export function showNotification(
  row: NoticeRow,
  { publicUrl, organizationId, nameObject, language }: Showing,
): Notification {
  const live = { from: row.from_name, count: row.count }
  const { title, text, details = [] } = say(language, row.type, row.facts as StoredFacts, live)
  return {
    id: publicId('ntf', row.id),
    type: row.type,
    title,
    text: [text, ...details.map(({ heading, lines }) => [`${heading}:`, ...lines].join('\n'))].join('\n\n'),
    url: linkOf(publicUrl, organizationId, nameObject, row),
    event_id: publicId('evt', row.event_id),
    object_id: nameObject(row),
    conversation_id: publicId('conv', row.conversation_id),
    count: row.count,
    created_at: seconds(row.created_at),
    read_at: seconds(row.read_at),
  }
}

export function showPreferences({ language, timeZone, quiet, choices }: Wishes) {
  return {
    language,
    time_zone: timeZone,
    quiet_hours: quiet && { from: clockOf(quiet.from), to: clockOf(quiet.to) },
    types: Object.fromEntries(
      noticeTypes.map((type) => [
        type,
        Object.fromEntries(waysOf(type).map((way) => [way, wants(choices, type, way)])),
      ]),
    ),
  }
}
