import { useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { isNotFound } from '../app/queries.ts'
import { Page } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { useTemplate } from './data.ts'
import { editTemplateRoute } from './routes.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { words } from './words.ts'

export function EditTemplatePage() {
  const w = useWords(words)
  const { templateId } = editTemplateRoute.useParams()
  const { data: template, error, refetch } = useTemplate(templateId)
  return (
    <Page title={template ? <bdi className="break-all">{w.editTitle(template.name)}</bdi> : w.templates}>
      <Allowed anyOf={['templates.manage']}>
        {template ? (
          <TemplateEditor key={template.id} template={template} />
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
