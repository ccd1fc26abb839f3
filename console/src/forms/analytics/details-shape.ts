// Advanced analytics as the API shows them.

interface Counted {
  views: number
  starts: number
  submissions: number
}

export interface DropOff {
  pages: { page: number; title: string | null; reached: number; left: number }[]
  fields: { key: string; label: string; type: string; page: number; reached: number; left: number }[]
}

export interface Duration {
  submissions: number
  median: number | null
  lower_quartile: number | null
  upper_quartile: number | null
  histogram: { from_seconds: number; to_seconds: number | null; submissions: number }[]
}

export const dimensions = ['utm_source', 'utm_medium', 'utm_campaign', 'referrer'] as const
export type Dimension = (typeof dimensions)[number]

export interface Details {
  counted_from: string | null
  version: number | null
  drop_off: DropOff
  duration: Duration
  campaigns: Record<Dimension, ({ value: string } & Counted)[]>
  devices: ({ device: string } & Counted)[]
  bot_views: number
  versions: ({ version: number; published_at: number | null; median: number | null } & Counted)[]
}

export interface WithDetails {
  premium_adds: string[]
  details: Details | null
}
