import type { ReactNode } from 'react'
import { FormStatus } from '../app/form-status.tsx'
import { useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { isNotFound } from '../app/queries.ts'
import { SaveMark } from '../app/save-mark.tsx'
import { useMay } from '../app/session.ts'
import { Page } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Notice } from '../design/status.tsx'
import { Tabs } from '../design/tabs.tsx'
import { type FormDraft, type ShownForm, useFormDefinition, useFormOf } from './data.ts'
import { FormMenu } from './form-menu.tsx'
import { PublishButton } from './publish.tsx'
import { words } from './words.ts'

interface FrameProps {
  id: string
  /** The page needs another permission than `forms.view`. */
  permission?: string
  children: (draft: FormDraft) => ReactNode
}

/** The frame of a form's pages: name, save state, actions, tabs. */
export function FormFrame({ id, permission = 'forms.view', children }: FrameProps) {
  const w = useWords(words)
  const { data: form, error, refetch } = useFormOf(id)
  if (form && !isNotFound(error))
    return (
      <Drafted key={form.id} form={form} permission={permission}>
        {children}
      </Drafted>
    )
  return (
    <Page title={w.forms}>
      <Allowed anyOf={['forms.view']}>
        {isNotFound(error) ? <NotHere /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
      </Allowed>
    </Page>
  )
}

interface DraftedProps extends Required<Pick<FrameProps, 'children' | 'permission'>> {
  form: ShownForm
}

function Drafted({ form, permission, children }: DraftedProps) {
  const w = useWords(words)
  const may = useMay()
  const draft = useFormDefinition(form)
  const { written } = draft
  const of = `forms/${form.id}`
  const tabs = [
    { page: of, label: w.build, isExact: true },
    { page: `${of}/settings`, label: w.settings },
    { page: `${of}/share`, label: w.share },
    ...(may('submissions.view')
      ? [{ page: `${of}/submissions`, label: w.submissions, count: grouped(form.submission_count) }]
      : []),
    { page: `${of}/analytics`, label: w.analytics },
  ]
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{written.name.trim() || w.unnamed}</bdi>
          <FormStatus form={form} />
        </span>
      }
      actions={
        may('forms.manage') && (
          <>
            <SaveMark draft={draft} />
            <FormMenu draft={draft} />
            <PublishButton draft={draft} />
          </>
        )
      }
      tabs={<Tabs label={w.parts} tabs={tabs} />}
    >
      {form.suspended_at !== null && (
        <div className="mb-4 overflow-hidden rounded-box">
          <Notice tone="bad">{w.isSuspended(form.suspension_reason ?? '')}</Notice>
        </div>
      )}
      <Allowed anyOf={[permission]}>{children(draft)}</Allowed>
    </Page>
  )
}
