// What the API knows of templates, and what addresses of these pages may say.

export const channels = ['email', 'app', 'sms'] as const
export type ChannelName = (typeof channels)[number]
export const statuses = ['draft', 'submitted', 'approved', 'rejected', 'paused'] as const
export type TemplateStatus = (typeof statuses)[number]

const general = ['utility', 'marketing', 'authentication'] as const
const ofIndia = ['service', 'promotional', 'transactional'] as const
export type Category = (typeof general)[number] | (typeof ofIndia)[number]
export const categories: readonly Category[] = [...general, ...ofIndia]

/** SMS has those of India's rules. */
export const categoriesOf = (channel: string): readonly Category[] => (channel === 'sms' ? ofIndia : general)

export interface TemplateFilter {
  channel?: ChannelName
  status?: TemplateStatus
  category?: Category
  name?: string
}

export function readTemplateFilter({ channel, status, category, name }: Record<string, unknown>): TemplateFilter {
  const known = {
    channel: channels.find((one) => one === channel),
    status: statuses.find((one) => one === status),
    category: categories.find((one) => one === category),
    name: (typeof name === 'string' || typeof name === 'number') && name !== '' ? String(name) : undefined,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
