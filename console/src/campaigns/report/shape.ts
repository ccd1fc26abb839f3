// The parts of the SDK's CampaignReport that the rules of a report use, so that server tests can call them.

export interface Counts {
  recipients: number
  waiting: number
  queued: number
  sent: number
  delivered: number
  read: number
  failed: number
  undelivered: number
  cancelled: number
  bounced: number
  unsubscribed: number
  replied: number
  complained: number
}

export interface Reported {
  channel: string
  status: string
  counts: Counts
  rate: number
  max_per_minute: number | null
  quiet_hours: { from: string; to: string } | null
  started_at: number | null
  ended_at: number | null
  track: boolean
  engagement: { opened: number; opens: number; clicked: number; clicks: number } | null
  not_delivered: readonly { reason: string; count: number }[]
}
