import type { CampaignReport } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { useWords } from '../../app/language.tsx'
import { Allowed, NotHere } from '../../app/not-here.tsx'
import { isNotFound } from '../../app/queries.ts'
import { Page } from '../../design/page.tsx'
import { grouped } from '../../design/rupees.ts'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Channel } from '../../design/status.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { CampaignStatus } from '../campaign-status.tsx'
import { words as common } from '../words.ts'
import { Controls } from './controls.tsx'
import { useReport } from './data.ts'
import { words } from './list-words.ts'

interface FrameProps {
  id: string
  children: (report: CampaignReport) => ReactNode
}

/** The frame of a campaign's report, recipients and messages: name, actions, tabs. */
export function Frame({ id, children }: FrameProps) {
  const w = useWords(words)
  const c = useWords(common)
  const { data, error, refetch } = useReport(id)
  const report = isNotFound(error) ? undefined : data
  const of = `campaigns/${id}`
  const tabs = report && (
    <Tabs
      label={w.parts}
      tabs={[
        { page: of, label: w.report, isExact: true },
        {
          page: `${of}/recipients`,
          label: w.recipients,
          count: grouped(report.counts.recipients + report.counts.skipped),
        },
        {
          page: `${of}/deliveries`,
          label: w.deliveries,
          count: grouped(report.counts.recipients - report.counts.waiting),
        },
      ]}
    />
  )
  return (
    <Page
      title={report ? <Title report={report} /> : c.campaigns}
      actions={report && <Controls report={report} />}
      tabs={tabs}
    >
      <Allowed anyOf={['campaigns.view']}>
        {report ? (
          children(report)
        ) : isNotFound(error) ? (
          <NotHere />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton rowClass="h-16" />
        )}
      </Allowed>
    </Page>
  )
}

function Title({ report }: { report: CampaignReport }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="inline-flex min-w-0 items-center gap-2">
        <Channel channel={report.channel} />
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{report.name}</bdi>
      </span>
      <CampaignStatus campaign={{ status: report.status, pause_reasons: [] }} />
    </span>
  )
}
