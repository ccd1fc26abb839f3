import type { Template } from '@samvad/sdk'
import { SamvadError } from '@samvad/sdk'
import { Pencil, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChannelNames } from '../../app/channel-names.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useListsOf } from '../../app/lists-picker.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useSegmentsOf } from '../../app/segments.ts'
import { useMay } from '../../app/session.ts'
import { useTimeZone } from '../../app/time-zone.tsx'
import { buttonLook } from '../../design/button.tsx'
import { grouped } from '../../design/rupees.ts'
import { exactTime } from '../../design/times.ts'
import type { Step } from '../known.ts'
import { CostPanel } from './cost-panel.tsx'
import { deliveryWords } from './delivery-words.ts'
import { type Lack, stepOf, stepOfField } from './missing.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { reviewWords } from './review-words.ts'
import { StepFoot } from './step-nav.tsx'
import type { Composer } from './use-composer.ts'
import { useEstimate } from './use-estimate.ts'
import { useLacks } from './use-lacks.ts'

/** A summary of the campaign, its cost, and the start. */
export function ReviewStep({ composer, template }: { composer: Composer; template: Template | undefined }) {
  const w = useWords(reviewWords)
  const mayManage = useMay()('campaigns.manage')
  const { campaign } = composer
  const lacks = useLacks(composer)
  const estimate = useEstimate(composer, lacks.length === 0)
  return (
    <>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          {lacks.length > 0 && <Lacking campaignId={campaign.id} lacks={lacks} />}
          {estimate.error instanceof SamvadError && estimate.error.errors.length > 0 && (
            <Refused campaignId={campaign.id} error={estimate.error} />
          )}
          <Summary composer={composer} template={template} />
          <div className="mt-8">
            <PreviewPanel composer={composer} template={template} />
          </div>
        </div>
        <aside className="min-w-0 lg:sticky lg:top-28 lg:self-start" aria-label={w.cost}>
          <CostPanel composer={composer} estimate={estimate} isReady={lacks.length === 0} />
        </aside>
      </div>
      {mayManage && <StepFoot campaignId={campaign.id} step="review" />}
    </>
  )
}

/** Missing entries, each with a link to its step. */
function Lacking({ campaignId, lacks }: { campaignId: string; lacks: readonly Lack[] }) {
  const w = useWords(reviewWords)
  return (
    <Todo title={w.toDo}>
      {lacks.map((lack) => (
        <TodoLink key={lack} campaignId={campaignId} step={stepOf(lack)} action={w.fix}>
          {w.lacks[lack]}
        </TodoLink>
      ))}
    </Todo>
  )
}

/** Errors that the API reported for the draft. Each is also shown at its field. */
function Refused({ campaignId, error }: { campaignId: string; error: SamvadError }) {
  const w = useWords(reviewWords)
  const steps = [...new Set(error.errors.map(({ field }) => stepOfField(field)))]
  return (
    <Todo title={w.refused}>
      {steps.map((step) => (
        <TodoLink key={step} campaignId={campaignId} step={step} action={w.fix}>
          {w.parts[step]}
        </TodoLink>
      ))}
    </Todo>
  )
}

const Todo = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status" className="mb-6 rounded-box bg-warn-tint px-4 py-3 text-warn">
    <p className="flex items-center gap-2 font-medium">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {title}
    </p>
    <ul className="mt-1 flex flex-col">{children}</ul>
  </div>
)

interface TodoLinkProps {
  campaignId: string
  step: Step
  action: string
  children: string
}

const TodoLink = ({ campaignId, step, action, children }: TodoLinkProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3">
    <span className="min-w-0">{children}</span>
    <PageLink
      page={`campaigns/${campaignId}`}
      search={{ step }}
      className="touch inline-flex items-center font-medium underline"
    >
      {action}
      <span className="sr-only">: {children}</span>
    </PageLink>
  </li>
)

function Summary({ composer, template }: { composer: Composer; template: Template | undefined }) {
  const w = useWords(reviewWords)
  const d = useWords(deliveryWords)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const channelName = useChannelNames()
  const { campaign, written } = composer
  const lists = useListsOf(written.list_ids).flatMap(({ data }) => data ?? [])
  const excluded = useListsOf(written.exclude_list_ids).flatMap(({ data }) => data ?? [])
  const { segments } = useSegmentsOf(written.segment_ids)
  const { scheduled_at: at, quiet_hours: quiet, per_minute: perMinute } = written
  const content = written.isOwn ? written.subject || written.text : template?.name
  const pace = [
    at === null ? d.now : exactTime(at, language, zone),
    quiet && w.quiet(quiet.from, quiet.to),
    perMinute !== '' && w.perMinute(/^\d+$/.test(perMinute) ? grouped(perMinute) : perMinute),
    written.track && d.trackingOn,
  ].filter((one) => one !== false && one !== null)
  return (
    <dl className="flex flex-col divide-y divide-line rounded-box border border-line bg-surface">
      <Part campaignId={campaign.id} step="audience" name={w.to}>
        {[...lists, ...segments].map(({ id, name }) => (
          <bdi key={id} className="block wrap-anywhere">
            {name}
          </bdi>
        ))}
        {lists.length + segments.length === 0 && <span className="text-soft">{w.nobody}</span>}
        {excluded.length > 0 && (
          <span className="block text-small text-soft">
            {w.without} <bdi>{excluded.map(({ name }) => name).join(', ')}</bdi>
          </span>
        )}
      </Part>
      <Part campaignId={campaign.id} step="message" name={channelName(written.channel)}>
        {content ? (
          <bdi className="line-clamp-2 wrap-anywhere">{content}</bdi>
        ) : (
          <span className="text-soft">{w.nothing}</span>
        )}
      </Part>
      <Part campaignId={campaign.id} step="delivery" name={d.when}>
        {pace.map((one) => (
          <span key={one} className="block">
            {one}
          </span>
        ))}
      </Part>
    </dl>
  )
}

interface PartProps {
  campaignId: string
  step: Step
  name: string
  children: ReactNode
}

function Part({ campaignId, step, name, children }: PartProps) {
  const w = useWords(reviewWords)
  const mayManage = useMay()('campaigns.manage')
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <dt className="w-24 shrink-0 text-soft sm:w-32">{name}</dt>
      <dd className="min-w-0 grow">{children}</dd>
      {mayManage && (
        <dd className="-my-1.5 shrink-0">
          <PageLink
            page={`campaigns/${campaignId}`}
            search={{ step }}
            className={buttonLook('quiet')}
            aria-label={w.editPart(name)}
            title={w.editPart(name)}
          >
            <Pencil aria-hidden className="size-4" />
          </PageLink>
        </dd>
      )}
    </div>
  )
}
