// Routes of notifications and notification preferences: spec 14.60, 14.63.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { EventKind } from '#events/declaration.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import * as notices from './actions.ts'
import * as examples from './examples.ts'
import {
  MarkedRead,
  Notification,
  NotificationPreferences,
  NotificationPreferencesChange,
  NotificationQuery,
  type PreferencesChange,
  Unread,
} from './schema.ts'

const tag = 'Notifications'
const ids = { id: { prefix: 'ntf', noun: 'notification' } } as const

export function notificationRoutes({ settings }: App, kinds: readonly EventKind[]): Route[] {
  const terms = () => ({ kinds, publicUrl: settings.publicUrl })
  return [
    read({
      operationId: 'listNotifications',
      method: 'GET',
      path: '/v1/notifications',
      permission: null,
      tag,
      summary: 'List notifications',
      description:
        'Your notifications in this organization from the last 90 days, newest first, in your language. Notifications about deleted objects, or objects that you can no longer view, are not included.',
      query: NotificationQuery,
      responses: { 200: Out.list(Notification) },
      example: { response: { has_more: false, data: [examples.notification] } },
      handle: async (tx, actor, { query }) => ok(await notices.list(tx, actor, query, terms())),
    }),
    read({
      operationId: 'countUnreadNotifications',
      method: 'GET',
      path: '/v1/notifications/unread_count',
      permission: null,
      tag,
      summary: 'Count unread notifications',
      responses: { 200: Unread },
      example: { response: { count: 3 } },
      handle: async (tx, actor) => ok({ count: await notices.countUnread(tx, actor, terms()) }),
    }),
    write({
      operationId: 'readNotification',
      method: 'POST',
      path: '/v1/notifications/:id/read',
      ids,
      permission: null,
      tag,
      summary: 'Mark a notification as read',
      description: 'Has no effect on a notification that is already read.',
      responses: { 200: Notification },
      handle: async (tx, actor, { ids }) => ok(await notices.markRead(tx, actor, ids.id as Uuid, terms())),
    }),
    write({
      operationId: 'readAllNotifications',
      method: 'POST',
      path: '/v1/notifications/read_all',
      permission: null,
      tag,
      summary: 'Mark all notifications as read',
      responses: { 200: MarkedRead },
      handle: async (tx, actor) => ok({ count: await notices.markAllRead(tx, actor, terms()) }),
    }),
    ...preferenceRoutes(),
  ]
}

const preferenceRoutes = (): Route[] => [
  read({
    operationId: 'getNotificationPreferences',
    method: 'GET',
    path: '/v1/notification_preferences',
    permission: null,
    isOfPerson: true,
    tag,
    summary: 'Retrieve your notification preferences',
    responses: { 200: NotificationPreferences },
    handle: async (tx, actor) => ok(await notices.findPreferences(tx, actor)),
  }),
  write({
    operationId: 'updateNotificationPreferences',
    method: 'PUT',
    path: '/v1/notification_preferences',
    permission: null,
    isOfPerson: true,
    tag,
    summary: 'Update your notification preferences',
    description:
      'Changes your preferences in this organization; fields that you omit do not change. During quiet hours, email, SMS and push notifications are held back and sent afterwards.',
    body: NotificationPreferencesChange,
    responses: { 200: NotificationPreferences },
    example: { request: examples.change },
    handle: async (tx, actor, { body }) => ok(await notices.changePreferences(tx, actor, body as PreferencesChange)),
  }),
]
