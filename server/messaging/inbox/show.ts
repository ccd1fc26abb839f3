// Shows a conversation's inbox data, as far as the caller may read it.

import type { Actor } from '#kit/app.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import { reachableOn, windowEndsAt } from '#messaging/channels/channels.ts'
import { plainTextOf } from '#messaging/channels/email/plain-text.ts'
import type { ConversationRow } from '#messaging/conversations/queries.ts'
import { messageStatus } from '#messaging/messages/rules.ts'
import type { Permission } from '#people/access/rules.ts'
import type { InboxRow } from './queries.ts'
import { previewOf } from './rules.ts'
import type { Inbox } from './schema.ts'

export function showInbox(actor: Actor, { user_id }: ConversationRow, row: InboxRow): Static<typeof Inbox> {
  const may = (permission: Permission) => actor.permissions.has(permission)
  const isContact = row.contact_id !== null
  const ends = isContact ? windowEndsAt(row.window_from, actor.at) : null
  return {
    contact: isContact
      ? {
          id: publicId('contact', row.contact_id as string),
          display_name: may('contacts.view') ? row.contact_name : null,
        }
      : null,
    group:
      row.group_id === null
        ? null
        : {
            id: publicId('group', row.group_id),
            name: may('groups.view') ? row.group_name : null,
            size: row.group_size ?? 0,
          },
    user: { id: publicId('user', user_id), display_name: row.user_name },
    last_message: may('messages.view') ? showLastMessage(row) : null,
    unread_count: row.unread_count,
    last_inbound_at: seconds(row.last_inbound_at),
    app_window_ends_at: seconds(ends),
    channels: isContact && may('contacts.view') ? reachableOn({ ...row, unsubscribed: row.unsubscribed ?? {} }) : null,
  }
}

function showLastMessage(row: InboxRow): Static<typeof Inbox>['last_message'] {
  const { message_id, direction, channel, sender_id, message_created_at } = row
  if (message_id === null || direction === null || channel === null) return null
  if (sender_id === null || message_created_at === null) return null
  return {
    id: publicId('msg', message_id),
    direction,
    channel,
    sender: publicId(direction === 'inbound' ? 'contact' : 'user', sender_id),
    template_id: publicId('tmpl', row.template_id),
    subject: row.subject,
    preview: row.withdrawn_at === null ? previewOf(row.text ?? plainTextOf(row.html ?? '')) : '',
    has_attachments: row.has_attachments ?? false,
    status: messageStatus(row.statuses ?? []),
    read_at: seconds(row.read_at),
    send_at: seconds(row.send_at),
    withdrawn_at: seconds(row.withdrawn_at),
    call: row.call,
    created_at: seconds(message_created_at),
  }
}
