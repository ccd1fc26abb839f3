// What a company of the screenshots is made of: who works there, who writes with it, and what they say.

export type Channel = 'email' | 'app' | 'sms'

export interface Line {
  by: 'us' | 'them'
  channel: Channel
  text: string
  subject?: string
  html?: string
  /** Before the pictures are taken. */
  minutesAgo: number
  /** The code of a refusal by the provider. */
  fails?: string
  /** An emoji with which they answer it. */
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
  /** The first owns it, and is who looks at most pages. */
  colleagues: [Colleague, ...Colleague[]]
  invited: string[]
  role: { name: string; permissions: string[] }
  contacts: Someone[]
  group: { name: string; description: string }
  lists: { name: string; description: string }[]
  /** Of contacts; `list` stands for the first list. */
  segments: { name: string; filter: (list: string) => object }[]
  campaigns: { subject: string; text: string; sms: string }
  /** The names of campaigns by what has become of them, and their template. */
  marketing: Record<'completed' | 'paused' | 'scheduled' | 'draft', string> & { template: Record<string, unknown> }
  form: { name: string; slug: string; title: string; answers: Record<string, string>[] }
  formDomain: string
  templates: Record<string, unknown>[]
  profile: Record<string, unknown>
  /** In rupees, the oldest first. */
  recharges: string[]
  autoRecharge: { enabled: boolean; threshold: string; amount: string }
  refund: { amount: string; note: string }
  webhooks: { description: string; event_types: string[] }[]
  tokens: string[]
  serviceUsers: string[]
  domains: string[]
  csv: string
}
