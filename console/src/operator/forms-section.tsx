import type { ListedForm, OrganizationId } from '@samvad/sdk'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { FormStatus } from '../app/form-status.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Button } from '../design/button.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Panel, Section } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { formsOf, useFormsOf } from './data.ts'
import { formWords as words } from './form-words.ts'

interface OfForm {
  id: OrganizationId
  form: ListedForm
}

/** The organization's forms, which visitors may have reported: view, suspend, resume. */
export function FormsSection({ id }: { id: OrganizationId }) {
  const w = useWords(words)
  const list = useFormsOf(id)
  const [suspended, setSuspended] = useState<ListedForm | null>(null)
  return (
    <Section title={w.title} description={w.detail}>
      <Listed list={list} empty={<p className="text-soft">{w.none}</p>}>
        {(rows) => (
          <Panel>
            <FormTable id={id} rows={rows} onSuspend={setSuspended} />
          </Panel>
        )}
      </Listed>
      {suspended && <SuspendForm id={id} form={suspended} onClose={() => setSuspended(null)} />}
    </Section>
  )
}

interface FormTableProps {
  id: OrganizationId
  rows: readonly ListedForm[]
  onSuspend: (form: ListedForm) => void
}

function FormTable({ id, rows, onSuspend }: FormTableProps) {
  const w = useWords(words)
  return (
    <Table
      label={w.title}
      head={
        <>
          <Head>{w.name}</Head>
          <Head>{w.status}</Head>
          <Head isFigure>{w.submissions}</Head>
          <Head>{w.created}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((form) => (
        <Row key={form.id}>
          <Cell className="min-w-44">
            <a
              href={form.url}
              target="_blank"
              rel="noreferrer"
              className="touch inline-flex max-w-44 items-center gap-1.5 font-medium hover:underline sm:max-w-80"
            >
              <bdi className="truncate" title={form.name}>
                {form.name}
              </bdi>
              <ExternalLink aria-hidden className="size-3.5 shrink-0 text-soft" />
            </a>
            <code className="block max-w-44 truncate text-small text-soft sm:max-w-80">/f/{form.slug}</code>
          </Cell>
          <Cell>
            <FormStatus form={form} />
            {form.suspension_reason && (
              <span className="block max-w-60 min-w-36 text-small wrap-anywhere text-soft">
                {form.suspension_reason}
              </span>
            )}
          </Cell>
          <Cell isFigure>{grouped(form.submission_count)}</Cell>
          <Cell>
            <Time at={form.created_at} />
          </Cell>
          <Cell className="text-end">
            {form.suspended_at === null ? (
              <Button aria-label={w.suspendOne(form.name)} onPress={() => onSuspend(form)}>
                {w.suspend}
              </Button>
            ) : (
              <ResumeForm id={id} form={form} />
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function SuspendForm({ id, form: { id: formId, name }, onClose }: OfForm & { onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ reason: '' }, async ({ reason }) => {
    await api.organizations.forms.suspend(id, formId, { reason: reason.trim() })
    await askAnew(formsOf(id))
    onClose()
    tell(w.suspendedTold(name))
  })
  return (
    <FormDialog
      form={form}
      title={w.suspendTitle(name)}
      description={w.suspendDetail}
      action={w.suspendAction}
      isDanger
      onClose={onClose}
    >
      <Field label={w.reason} hint={w.reasonHint} error={form.wrong('reason')}>
        <TextArea {...form.text('reason')} required maxLength={500} />
      </Field>
    </FormDialog>
  )
}

function ResumeForm({ id, form: { id: formId, name } }: OfForm) {
  const w = useWords(words)
  const act = useAct()
  const resume = async () => {
    if (await act(() => api.organizations.forms.resume(id, formId), formsOf(id))) tell(w.resumedTold(name))
  }
  return (
    <Button aria-label={w.resumeOne(name)} onPress={resume}>
      {w.resume}
    </Button>
  )
}
