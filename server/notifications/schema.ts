// API schemas of notifications and notification preferences: spec 14.60.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, TEXT_MAX, Type } from '#kit/wire.ts'
import { type NoticeType, noticeTypes, type Way, waysOf } from './kinds.ts'
import { CLOCK_PATTERN } from './quiet-hours.ts'
import { languages } from './texts.ts'

export const Notification = Type.Object(
  {
    id: Out.id('ntf'),
    type: oneOf(noticeTypes, 'NotificationType'),
    title: Type.String({ description: 'Title in your language.' }),
    text: Type.String({ description: 'Text in your language. The text of a monthly summary has several lines.' }),
    url: Type.String({ description: 'Page of the console with details.' }),
    event_id: Type.String({
      ...Out.id('evt'),
      description: 'Event that the notification is about. For several messages, the event of the first one.',
    }),
    object_id: Type.String({ description: 'Object of the event.', examples: ['rech_01jd3v9k7he2n8q4x5c6t7w8yz'] }),
    conversation_id: Out.nullable(Out.id('conv')),
    count: Type.Integer({
      minimum: 1,
      description: 'Number of messages that the notification covers; 1 for other types.',
    }),
    created_at: Out.time(),
    read_at: Out.nullable(Out.time('When the notification was marked as read, in Unix seconds. Null if unread.')),
  },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

export const NotificationQuery = In.object({ ...pageQuery('ntf'), unread: Type.Optional(In.flag()) })
export type NotificationQuery = Static<typeof NotificationQuery>

export const UNREAD_COUNT_MAX = 1000
export const Unread = Type.Object({
  count: Type.Integer({
    minimum: 0,
    maximum: UNREAD_COUNT_MAX,
    description: `Number of unread notifications, counted up to ${UNREAD_COUNT_MAX}.`,
  }),
})
export const MarkedRead = Type.Object({
  count: Type.Integer({ description: 'Number of notifications that were marked as read.' }),
})

const clock = (description: string) =>
  Type.String({ pattern: `^${CLOCK_PATTERN.replace(/^\^|\$$/g, '')}$`, description, examples: ['22:00'] })

const quietHours = {
  from: clock('Start of quiet hours, as HH:MM in `time_zone`.'),
  to: clock('End of quiet hours, as HH:MM in `time_zone`. If it is before `from`, quiet hours end on the next day.'),
}

const said: Record<Way, string> = {
  in_app: 'Show it in the list of notifications.',
  email: 'Send it to your email address, once verified.',
  sms: 'Send it by SMS to your verified number.',
  push: 'Send it to your subscribed browsers.',
}

const choicesOf = (type: NoticeType, wrap: (way: Way) => ReturnType<typeof Type.Boolean>) =>
  Object.fromEntries(waysOf(type).map((way) => [way, wrap(way)]))

const ofTypes = <T>(make: (type: NoticeType) => T) =>
  Object.fromEntries(noticeTypes.map((type) => [type, make(type)])) as Record<NoticeType, T>

export const NotificationPreferences = Type.Object(
  {
    language: oneOf(languages, 'NotificationLanguage'),
    time_zone: Type.String({ examples: ['Asia/Kolkata'] }),
    quiet_hours: Out.nullable(Type.Object(quietHours)),
    types: Type.Object(
      ofTypes((type) => Type.Object(choicesOf(type, (way) => Type.Boolean({ description: said[way] })))),
      { description: 'For each notification type, the ways in which you are notified.' },
    ),
  },
  { $id: 'NotificationPreferences' },
)

export const NotificationPreferencesChange = In.object(
  {
    language: Type.Optional(oneOf(languages, 'NotificationLanguage')),
    time_zone: Type.Optional(In.line(TEXT_MAX)),
    quiet_hours: Type.Optional(In.nullable(In.object(quietHours))),
    types: Type.Optional(
      In.object(
        ofTypes((type) =>
          Type.Optional(
            In.object(choicesOf(type, () => Type.Optional(In.flag()) as unknown as ReturnType<typeof Type.Boolean>)),
          ),
        ),
      ),
    ),
  },
  'NotificationPreferencesChange',
)

/** The request body of the schema above. */
export interface PreferencesChange {
  language?: (typeof languages)[number]
  time_zone?: string
  quiet_hours?: { from: string; to: string } | null
  types?: Partial<Record<NoticeType, Partial<Record<Way, boolean>>>>
}
