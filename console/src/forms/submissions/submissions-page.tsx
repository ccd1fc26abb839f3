import { Inbox } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { Listed } from '../../app/list.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { Button, buttonLook } from '../../design/button.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import type { FormDraft } from '../data.ts'
import { useSubmissions } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import type { SubmissionSearch } from '../known.ts'
import { formSubmissionsRoute } from '../routes.tsx'
import { SubmissionFilters } from './submission-filters.tsx'
import { SubmissionSheet } from './submission-sheet.tsx'
import { SubmissionTable } from './submission-table.tsx'
import { submissionWords } from './submission-words.ts'

export function SubmissionsPage() {
  const { formId } = formSubmissionsRoute.useParams()
  return (
    <FormFrame id={formId} permission="submissions.view">
      {(draft) => <Submissions draft={draft} />}
    </FormFrame>
  )
}

/** Submissions, newest first. */
function Submissions({ draft: { form } }: { draft: FormDraft }) {
  const w = useWords(submissionWords)
  const go = useGo()
  const { open, ...found } = formSubmissionsRoute.useSearch()
  const filter = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Omit<
    SubmissionSearch,
    'open'
  >
  const list = useSubmissions(form.id, filter)
  const isFiltered = Object.keys(filter).length > 0
  const page = `forms/${form.id}/submissions`
  return (
    <>
      {(isFiltered || form.submission_count > 0 || (list.rows?.length ?? 0) > 0) && (
        <SubmissionFilters form={form} filter={filter} />
      )}
      <Panel>
        <Listed
          list={list}
          empty={
            isFiltered ? (
              <Empty icon={<Inbox />} title={w.noMatch} action={<Button onPress={() => go(page)}>{w.clear}</Button>}>
                {w.noMatchDetail}
              </Empty>
            ) : (
              <Empty
                icon={<Inbox />}
                title={w.none}
                action={
                  <PageLink page={`forms/${form.id}/share`} className={buttonLook('primary')}>
                    {w.shareIt}
                  </PageLink>
                }
              >
                {w.noneDetail}
              </Empty>
            )
          }
        >
          {(rows) => <SubmissionTable form={form} rows={rows} filter={filter} />}
        </Listed>
      </Panel>
      <SubmissionSheet form={form} id={open} onClose={() => go(page, { search: { ...filter }, replace: true })} />
    </>
  )
}
