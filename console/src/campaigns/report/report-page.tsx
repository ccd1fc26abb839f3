import type { CampaignReport } from '@samvad/sdk'
import { Costs } from './costs.tsx'
import { DayChart } from './day-chart.tsx'
import { Details } from './details.tsx'
import { Failures } from './failures.tsx'
import { Frame } from './frame.tsx'
import { Funnel } from './funnel.tsx'
import { LivePanel } from './live-panel.tsx'
import { PauseNotices } from './pause-notices.tsx'
import { Presses } from './presses.tsx'
import { Replies } from './replies.tsx'
import { Skipped } from './skipped.tsx'
import { StartsLater } from './starts-later.tsx'

/** A campaign that was started or scheduled: its progress and results. */
export const ReportPage = ({ campaign }: { campaign: CampaignReport }) => (
  <Frame id={campaign.id}>{(report) => <Content report={report} />}</Frame>
)

const COLUMN = 'flex min-w-0 flex-col gap-6'

function Content({ report }: { report: CampaignReport }) {
  const hasStarted = report.started_at !== null
  return (
    <div className="flex flex-col gap-6">
      <PauseNotices report={report} />
      {hasStarted ? (
        <>
          <LivePanel report={report} />
          <Funnel report={report} />
          <DayChart report={report} />
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <div className={COLUMN}>
              <Failures report={report} />
              <Costs report={report} />
            </div>
            <div className={COLUMN}>
              <Replies report={report} />
              <Presses report={report} />
              <Skipped report={report} />
            </div>
          </div>
          <Details report={report} />
        </>
      ) : (
        <>
          <StartsLater report={report} />
          <Details report={report} />
        </>
      )}
    </div>
  )
}
