import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Problem } from '../../design/problem.tsx'
import { BesidePreview } from '../beside-preview.tsx'
import type { FormDraft } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import { formRoute } from '../routes.tsx'
import type { Field } from '../shape.ts'
import { withSettings } from '../written.ts'
import { buildWords } from './build-words.ts'
import { type Builder, BuilderContext, errorsOf } from './context.ts'
import { FieldList } from './field-list.tsx'
import { fieldWords } from './field-words.ts'
import { pageOf, renameField } from './order.ts'

export function BuildPage() {
  const { formId } = formRoute.useParams()
  return <FormFrame id={formId}>{(draft) => <Build draft={draft} />}</FormFrame>
}

function Build({ draft }: { draft: FormDraft }) {
  const w = useWords(buildWords)
  const f = useWords(fieldWords)
  const may = useMay()
  const go = useGo()
  const { field: open = null } = formRoute.useSearch()
  const { form, written, error, refusedBody } = draft
  const { fields } = written
  const builder = useBuilderOf(draft, may('forms.manage'))
  const place = fields.findIndex(({ key }) => key === open)
  const page = place < 0 ? 1 : pageOf(fields, place)
  const onOpen = (key: string | null) =>
    go(`forms/${form.id}`, { search: key === null ? {} : { field: key }, replace: true })
  const rename = (from: string, to: string) => {
    builder.rename(from, to)
    onOpen(to)
  }
  return (
    <BuilderContext value={{ ...builder, rename }}>
      <BesidePreview draft={draft} page={page}>
        {(previewButton) => (
          <>
            <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
              <h2 className="text-lead font-semibold">{w.fields}</h2>
              <p className="text-small text-soft">
                {f.fieldCount(fields.filter(({ type }) => type !== 'page_break').length)} ·{' '}
                {f.pages(pageOf(fields, fields.length))}
              </p>
              {previewButton}
            </div>
            {refusedBody?.fields === undefined && <WholeError error={error} />}
            <FieldList open={open} onOpen={onOpen} />
          </>
        )}
      </BesidePreview>
    </BuilderContext>
  )
}

const WholeError = ({ error }: { error: unknown }) =>
  error ? (
    <div className="mb-3">
      <Problem error={error} />
    </div>
  ) : null

function useBuilderOf(draft: FormDraft, mayManage: boolean): Builder {
  const { form, written, change, error, refusedBody } = draft
  const { fields, settings } = written
  const sent = (refusedBody?.fields ?? []) as readonly Field[]
  return {
    fields,
    settings,
    isStable: form.version !== null,
    mayManage,
    change: (next) => change({ fields: next }),
    set: (field) => change({ fields: fields.map((one) => (one.key === field.key ? field : one)) }),
    rename(from, to) {
      const { auto_reply: reply } = settings
      change({
        fields: renameField(fields, from, to),
        ...(reply?.variables && {
          settings: withSettings(settings, {
            auto_reply: {
              ...reply,
              variables: Object.fromEntries(
                Object.entries(reply.variables).map(([name, key]) => [name, key === from ? to : key]),
              ),
            },
          }),
        }),
      })
    },
    errorsOf: (key) => errorsOf(error, sent, key),
  }
}
