// Values of the template API, and the URL parameters of these pages.

import { type ChannelName, channelOf, readChannel } from '../app/channels.ts'

export const statuses = ['draft', 'submitted', 'approved', 'rejected', 'paused'] as const
export type TemplateStatus = (typeof statuses)[number]

const general = ['utility', 'marketing', 'authentication'] as const
const ofIndia = ['service', 'promotional', 'transactional'] as const
export type Category = (typeof general)[number] | (typeof ofIndia)[number]
export const categories: readonly Category[] = [...general, ...ofIndia]

export const categoriesOf = (channel: string): readonly Category[] =>
  channelOf(channel)?.isRegistered ? ofIndia : general

export interface TemplateFilter {
  channel?: ChannelName
  status?: TemplateStatus
  category?: Category
  name?: string
}

export function readTemplateFilter({ channel, status, category, name }: Record<string, unknown>): TemplateFilter {
  const known = {
    channel: readChannel(channel),
    status: statuses.find((one) => one === status),
    category: categories.find((one) => one === category),
    name: (typeof name === 'string' || typeof name === 'number') && name !== '' ? String(name) : undefined,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
