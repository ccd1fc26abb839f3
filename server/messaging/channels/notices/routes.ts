// The routes of what providers say of accounts: spec 7.182.

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
    summary: 'List what providers say of the accounts',
    description:
      "Newest first, kept for 90 days: errors, quality, limits and reviews of the organization's own accounts, and webhooks that are read as nothing else.",
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
    summary: 'List what providers say of the shared accounts',
    description: 'As `GET /v1/channel_notices`, of the accounts that organizations share.',
    query: NoticeQuery,
    responses: { 200: Out.list(ChannelNotice) },
    example,
    handle: async (_, __, { query }) => ok(await notices.list(database.reads, FOR_ALL, query)),
  }),
]
