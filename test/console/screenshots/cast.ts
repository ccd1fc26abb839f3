// The data of a company in the screenshots: its people, its contacts and their messages.

export type Channel = 'email' | 'app' | 'sms'

export interface Line {
  by: 'us' | 'them'
  channel: Channel
  text: string
  subject?: string
  html?: string
  /** Minutes before the screenshots are taken. */
  minutesAgo: number
  /** Error code of a refusal by the provider. */
  fails?: string
  /** An emoji reaction of the contact. */
  reaction?: string
}

export interface Someone {
  name: string
  email?: string
  phone?: string
  attributes?: Record<string, string | number | boolean>
  thread?: Line[]
  isPinned?: true
  isMuted?: true
}

export interface Colleague {
  name: string
  email: string
  role: string
}

export interface Cast {
  organization: string
  /** The first owns the company, and is the user on most screenshots. */
  colleagues: [Colleague, ...Colleague[]]
  invited: string[]
  role: { name: string; permissions: string[] }
  contacts: Someone[]
  group: { name: string; description: string }
  lists: { name: string; description: string }[]
  /** Segments of contacts; `list` is the id of the first list. */
  segments: { name: string; filter: (list: string) => object }[]
  campaigns: { subject: string; text: string; sms: string }
  /** Names of campaigns by state, and their template. */
  marketing: Record<'completed' | 'paused' | 'scheduled' | 'draft', string> & { template: Record<string, unknown> }
  form: { name: string; slug: string; title: string; answers: Record<string, string>[] }
  formDomain: string
  templates: Record<string, unknown>[]
  profile: Record<string, unknown>
  /** In rupees, oldest first. */
  recharges: string[]
  autoRecharge: { enabled: boolean; threshold: string; amount: string }
  refund: { amount: string; note: string }
  webhooks: { description: string; event_types: string[] }[]
  tokens: string[]
  serviceUsers: string[]
  domains: string[]
  csv: string
}
