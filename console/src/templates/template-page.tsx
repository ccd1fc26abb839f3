import { useState } from 'react'
import { useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { isNotFound } from '../app/queries.ts'
import { Page, Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { useTemplate } from './data.ts'
import { draftOf, shownOf } from './draft.ts'
import { templateRoute } from './routes.tsx'
import { SampleValues } from './sample-values.tsx'
import { TemplateActs } from './template-acts.tsx'
import { TemplateDetails } from './template-details.tsx'
import { TemplatePreview } from './template-preview.tsx'
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
              <TemplateDetails template={template} />
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
