import type { Template } from '@samvad/sdk'
import { type ReactNode, useState } from 'react'
import { channelOf } from '../app/channels.ts'
import { useExplanation } from '../app/errors.tsx'
import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { isNotFound } from '../app/queries.ts'
import { CopyButton } from '../design/copy.tsx'
import { Page, Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { useTemplate } from './data.ts'
import { draftOf, shownOf } from './draft.ts'
import { templateRoute } from './routes.tsx'
import { SampleValues } from './sample-values.tsx'
import { TemplateActs } from './template-acts.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateStatus } from './template-status.tsx'
import { words } from './words.ts'

export function TemplatePage() {
  const w = useWords(words)
  const { templateId } = templateRoute.useParams()
  const { data, error, refetch } = useTemplate(templateId)
  const [values, setValues] = useState<Record<string, string>>({})
  const template = isNotFound(error) ? undefined : data
  return (
    <Page
      title={template ? <bdi className="break-all">{template.name}</bdi> : w.templates}
      actions={template && <TemplateActs template={template} values={values} />}
    >
      <Allowed anyOf={['templates.view']}>
        {template ? (
          <div className="grid gap-x-10 lg:grid-cols-2">
            <div className="min-w-0">
              <Details template={template} />
            </div>
            <div className="min-w-0">
              <Section title={w.preview}>
                <TemplatePreview content={shownOf(draftOf(template), values)} />
              </Section>
              <Section title={w.variables}>
                <SampleValues names={template.variables} values={values} onChange={setValues} />
              </Section>
            </div>
          </div>
        ) : isNotFound(error) ? (
          <NotHere />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Allowed>
    </Page>
  )
}

function Details({ template }: { template: Template }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const explained = useExplanation()
  const { status, reason, reason_details, version, approved_version, category, registered_id, header } = template
  return (
    <Section title={w.details}>
      {reason !== null && (
        <p role="status" className="mb-4 rounded-box bg-bad-tint px-3 py-2 break-words text-bad">
          <span className="font-medium">{w.reason}:</span> <bdi>{explained(reason, reason_details)}</bdi>
        </p>
      )}
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2.5">
        <Detail label={w.status}>
          <TemplateStatus status={status} />
        </Detail>
        <Detail label={w.version}>
          {w.latest(version)}
          <span className="block text-small text-soft">
            {approved_version === null ? w.noneInUse : w.inUse(approved_version)}
          </span>
        </Detail>
        <Detail label={w.channel}>
          <Channel channel={template.channel} isNamed />
        </Detail>
        <Detail label={w.category}>{w.categories[category as keyof typeof w.categories] ?? category}</Detail>
        <Detail label={w.language}>{`${languageName(template.language, language)} (${template.language})`}</Detail>
        {channelOf(template.channel)?.isRegistered && <Detail label={w.dlt}>{registered_id ?? '–'}</Detail>}
        {channelOf(template.channel)?.isRegistered && (
          <Detail label={w.header}>{typeof header === 'string' ? header : '–'}</Detail>
        )}
        <Detail label={w.changed}>
          <Time at={template.updated_at ?? template.created_at} />
        </Detail>
        <Detail label={w.id}>
          <span className="-my-1.5 flex items-center">
            <code className="min-w-0 truncate font-mono text-small">{template.id}</code>
            <CopyButton text={template.id} />
          </span>
        </Detail>
      </dl>
    </Section>
  )
}

function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
