import type { CampaignReport } from '@samvad/sdk'
import { CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../app/language.tsx'
import { Needs } from '../../app/needs.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { buttonLook } from '../../design/button.tsx'
import { words } from './control-words.ts'

/** Why it is paused: each reason with its consequences for the cost, and the remedy. */
export function PauseNotices({ report }: { report: CampaignReport }) {
  const w = useWords(words)
  if (report.status !== 'paused') return null
  const isShort = report.pause_reasons.includes('insufficient_balance')
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2 empty:hidden">
        {report.pause_reasons.map((reason) => {
          const [title, detail] = w.why[reason] ?? [reason, '']
          return (
            <li
              key={reason}
              className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-box bg-warn-tint px-4 py-3 text-warn"
            >
              <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
              <div role="status" className="min-w-0 flex-1 basis-64">
                <p className="font-semibold">{title}</p>
                <p className="max-w-prose text-ink">{detail}</p>
              </div>
              <Fix reason={reason} report={report} />
            </li>
          )
        })}
      </ul>
      {isShort && <Needs permission="wallet.recharge" what={w.recharging} />}
      <Needs permission="campaigns.send" what={w.resuming} />
    </div>
  )
}

const LOOK = buttonLook('plain', 'text-ink')

/** A link to the page where the cause can be fixed. */
function Fix({ reason, report }: { reason: string; report: CampaignReport }): ReactNode {
  const w = useWords(words)
  const may = useMay()
  const { id, template_id: template, channel } = report
  switch (reason) {
    case 'insufficient_balance':
      return (
        may('wallet.recharge') && (
          <PageLink page="billing/recharge" className={buttonLook('primary')}>
            {w.fixes.recharge}
          </PageLink>
        )
      )
    case 'template':
      return (
        template !== null &&
        may('templates.view') && (
          <PageLink page={`templates/${template}`} className={LOOK}>
            {w.fixes.template}
          </PageLink>
        )
      )
    case 'account':
      return (
        may('channels.view') && (
          <PageLink page={`settings/channels/${channel}`} className={LOOK}>
            {w.fixes.account}
          </PageLink>
        )
      )
    case 'bounces':
      return (
        <PageLink page={`campaigns/${id}/deliveries`} search={{ reason: 'bounced' }} className={LOOK}>
          {w.fixes.bounced}
        </PageLink>
      )
    case 'complaints':
      return (
        <PageLink page={`campaigns/${id}/deliveries`} search={{ reaction: 'complained' }} className={LOOK}>
          {w.fixes.complained}
        </PageLink>
      )
    default:
      return null
  }
}
