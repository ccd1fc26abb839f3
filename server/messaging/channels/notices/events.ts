// Events about accounts that a provider sent a notice about.

import { declareEvents } from '#events/declaration.ts'
import type { NoticeRow } from './queries.ts'
import { ToldNotice } from './schema.ts'
import { showTold } from './show.ts'

export const channelNoticeEvents = declareEvents(
  { object: 'cnot', readers: { permission: 'channels.view' } },
  {
    'channel_account.reported': {
      description:
        'The provider of a channel reported something about the account: its quality, its limits or a review.',
      payload: ToldNotice,
    },
    'channel_account.warned': {
      description: 'The provider of a channel reported something about the account that requires action.',
      payload: ToldNotice,
    },
  },
)

export const accountReported = (row: NoticeRow) =>
  channelNoticeEvents.event(
    row.needs_action ? 'channel_account.warned' : 'channel_account.reported',
    row.id,
    showTold(row),
  )
