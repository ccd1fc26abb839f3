// Routes of providers' notices about accounts: spec 7.182.

import { direct, ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import * as notices from './actions.ts'
import * as examples from './examples.ts'
import { ChannelNotice, NoticeQuery } from './schema.ts'

const example = { response: { has_more: false, data: [examples.notice] } }

export const channelNoticeRoutes = ({ database }: Pick<App, 'database'>): Route[] => [
  read({
    operationId: 'listChannelNotices',
    method: 'GET',
    path: '/v1/channel_notices',
    permission: 'channels.view',
    tag: 'Channels',
    summary: 'List provider notices',
    description:
      "Returns what providers reported about the organization's own accounts, newest first: errors, quality, limits and reviews, and webhooks of unknown or unreadable content. Notices are kept for 90 days.",
    query: NoticeQuery,
    responses: { 200: Out.list(ChannelNotice) },
    example,
    handle: async (tx, { organizationId }, { query }) => ok(await notices.list(tx, organizationId, query)),
  }),
  direct({
    operationId: 'listSharedChannelNotices',
    method: 'GET',
    path: '/v1/shared_channel_notices',
    permission: 'installation.operate',
    tag: 'Shared channels',
    summary: 'List provider notices for the shared accounts',
    description: 'Same as `GET /v1/channel_notices`, for the shared accounts of the installation.',
    query: NoticeQuery,
    responses: { 200: Out.list(ChannelNotice) },
    example,
    handle: async (_, __, { query }) => ok(await notices.list(database.reads, FOR_ALL, query)),
  }),
]
