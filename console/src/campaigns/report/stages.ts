// The stages of a campaign, from its recipients to their replies. Pure.

import { channelOf } from '../../app/channels.ts'
import { deliveredOf, sentOf } from './figures.ts'
import type { DeliveryFilter, RecipientFilter } from './search.ts'
import type { Reported } from './shape.ts'

export type StageName =
  | 'recipients'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'opened'
  | 'clicked'
  | 'replied'
  | 'undelivered'
  | 'bounced'
  | 'unsubscribed'
  | 'complained'

export interface Stage {
  name: StageName
  count: number
  /** The total number of events, where one recipient can cause several. */
  times?: number
  kind: 'reached' | 'reacted' | 'lost'
  /** The search that lists them; missing when there is none. */
  search?: DeliveryFilter | RecipientFilter
}

export interface Stages {
  stages: Stage[]
  /** An explanation that the numbers need. */
  note: 'reports' | 'reportsOfMail' | 'estimate' | null
}

/** Channels whose providers report that a message was read. */
const tellsRead = (channel: string): boolean => channelOf(channel)?.hasSession === true

export function stagesOf(report: Reported): Stages {
  const { channel, counts, engagement } = report
  const isMail = channelOf(channel)?.isMail === true
  const hasReports = deliveredOf(counts) > 0
  const stage = (name: StageName, count: number, kind: Stage['kind'], search?: Stage['search']): Stage => ({
    name,
    count,
    kind,
    ...(search && { search }),
  })
  const stages = [
    stage('recipients', counts.recipients, 'reached', {}),
    stage('sent', sentOf(counts), 'reached'),
    // Mail servers rarely report deliveries.
    ...(isMail && !hasReports ? [] : [stage('delivered', deliveredOf(counts), 'reached')]),
    ...(tellsRead(channel) || counts.read > 0 ? [stage('read', counts.read, 'reached', { status: 'read' })] : []),
    ...(engagement === null
      ? []
      : [
          { ...stage('opened', engagement.opened, 'reached', { reaction: 'opened' }), times: engagement.opens },
          { ...stage('clicked', engagement.clicked, 'reached', { reaction: 'clicked' }), times: engagement.clicks },
        ]),
    stage('replied', counts.replied, 'reacted', { reaction: 'replied' }),
    stage('undelivered', counts.undelivered + counts.failed, 'lost'),
    ...(counts.bounced > 0 ? [stage('bounced', counts.bounced, 'lost', { reason: 'bounced' })] : []),
    stage('unsubscribed', counts.unsubscribed, 'lost', { reaction: 'unsubscribed' }),
    ...(isMail || counts.complained > 0
      ? [stage('complained', counts.complained, 'lost', { reaction: 'complained' })]
      : []),
  ]
  return { stages, note: noteOf(report, isMail, hasReports) }
}

function noteOf({ counts, engagement }: Reported, isMail: boolean, hasReports: boolean): Stages['note'] {
  if (engagement !== null) return 'estimate'
  if (sentOf(counts) === 0 || hasReports) return null
  return isMail ? 'reportsOfMail' : 'reports'
}
