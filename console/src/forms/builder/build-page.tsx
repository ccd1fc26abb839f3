import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Problem } from '../../design/problem.tsx'
import type { FormDraft } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import { PreviewPanel } from '../preview-panel.tsx'
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

/** The fields, and beside them the page as it will be; on a phone the preview is a press away. */
function Build({ draft }: { draft: FormDraft }) {
  const w = useWords(buildWords)
  const f = useWords(fieldWords)
  const may = useMay()
  const go = useGo()
  const { field: open = null } = formRoute.useSearch()
  const [isPreviewing, setPreviewing] = useState(false)
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
  const preview = <PreviewPanel draft={draft} page={page} />
  return (
    <BuilderContext value={{ ...builder, rename }}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
            <h2 className="text-lead font-semibold">{w.fields}</h2>
            <p className="text-small text-soft">
              {f.fieldCount(fields.filter(({ type }) => type !== 'page_break').length)} ·{' '}
              {f.pages(pageOf(fields, fields.length))}
            </p>
            <Button
              className="lg:hidden"
              icon={<Eye aria-hidden className="size-4" />}
              onPress={() => setPreviewing(true)}
            >
              {w.preview}
            </Button>
          </div>
          {refusedBody?.fields === undefined && <WholeError error={error} />}
          <FieldList open={open} onOpen={onOpen} />
        </div>
        <aside className="hidden min-w-0 lg:sticky lg:top-28 lg:block lg:self-start">{preview}</aside>
      </div>
      {isPreviewing && (
        <Dialog isOpen isWide onClose={() => setPreviewing(false)} title={w.preview}>
          {preview}
        </Dialog>
      )}
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
