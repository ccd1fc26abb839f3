import type { QueuedTemplate } from '@samvad/sdk'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { channelOf } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { languageName } from '../app/language-name.ts'
import { Listed, useList } from '../app/list.tsx'
import { MessagePreview } from '../app/message-preview.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Field, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './approval-words.ts'
import { PriorityMark } from './priority-mark.tsx'

const KEY = ['template_queue']

export function TemplateQueue() {
  const w = useWords(words)
  const act = useAct()
  const list = useList(KEY, (page) => api.submittedTemplates.list({ ...page, sort: 'priority' }))
  const [approving, setApproving] = useState<QueuedTemplate | null>(null)
  const [rejecting, setRejecting] = useState<QueuedTemplate | null>(null)
  return (
    <Section title={w.templates} description={w.templatesDetail}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<LayoutTemplate />} title={w.noTemplates}>
              {w.noTemplatesDetail}
            </Empty>
          }
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((template) => (
                <Submitted
                  key={template.id}
                  template={template}
                  onApprove={() => setApproving(template)}
                  onReject={() => setRejecting(template)}
                />
              ))}
            </ul>
          )}
        </Listed>
      </Panel>
      {rejecting && <RejectTemplate template={rejecting} onClose={() => setRejecting(null)} />}
      <Confirm
        isOpen={approving !== null}
        onClose={() => setApproving(null)}
        title={w.approveTemplate(approving?.name ?? '')}
        action={w.approve}
        onConfirm={async () => {
          if (!approving) return
          const { organization_id, id, name } = approving
          if (await act(() => api.organizations.templates.approve(organization_id, id), KEY))
            tell(w.templateApproved(name))
        }}
      >
        {w.approveTemplateDetail}
      </Confirm>
    </Section>
  )
}

interface SubmittedProps {
  template: QueuedTemplate
  onApprove: () => void
  onReject: () => void
}

function Submitted({ template, onApprove, onReject }: SubmittedProps) {
  const w = useWords(words)
  const { language } = useLanguage()
  const { subject, text, html, header, registered_id } = template
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Channel channel={template.channel} />
        <h3 className="min-w-0 font-medium wrap-anywhere">{template.name}</h3>
        <span className="text-soft">
          {languageName(template.language, language)} · {w.categories[template.category] ?? template.category} ·{' '}
          {w.version(template.version)}
        </span>
        <PageLink
          page={`operator/organizations/${template.organization_id}`}
          className="min-w-0 text-soft wrap-anywhere hover:underline"
        >
          {template.organization_name}
        </PageLink>
        <PriorityMark of={template} />
        <span className="text-soft">
          <Time at={template.updated_at ?? template.created_at} />
        </span>
      </div>
      {(registered_id || typeof header === 'string') && (
        <p className="text-small text-soft">
          {w.dlt} {registered_id} {header as string | null}
        </p>
      )}
      {channelOf(template.channel)?.hasButtons ? (
        <div lang={template.language} className="max-w-md">
          <MessagePreview {...template} />
        </div>
      ) : (
        <div lang={template.language} dir="auto" className="max-w-3xl border-s-2 border-line ps-3">
          {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
          {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        </div>
      )}
      {html && (
        <details>
          <summary className="text-soft pointer-coarse:py-3">{w.html}</summary>
          <pre className="max-w-3xl overflow-x-auto py-2 font-mono text-small whitespace-pre-wrap">{html}</pre>
        </details>
      )}
      <div className="flex gap-2">
        <Button onPress={onReject}>{w.reject}</Button>
        <Button look="primary" onPress={onApprove}>
          {w.approve}
        </Button>
      </div>
    </li>
  )
}

function RejectTemplate({ template, onClose }: { template: QueuedTemplate; onClose: () => void }) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const { organization_id, id, name } = template
  const form = useForm({ reason: '' }, async ({ reason }) => {
    await api.organizations.templates.reject(organization_id, id, { reason: reason.trim() })
    await askAnew(KEY)
    onClose()
    tell(w.templateRejected(name))
  })
  return (
    <FormDialog
      form={form}
      title={w.rejectTemplate(name)}
      description={w.rejectTemplateDetail}
      action={w.reject}
      isDanger
      onClose={onClose}
    >
      <Field label={w.rejectNote} hint={w.rejectNoteHint} error={form.wrong('reason')}>
        <TextArea {...form.text('reason')} required maxLength={500} />
      </Field>
    </FormDialog>
  )
}
