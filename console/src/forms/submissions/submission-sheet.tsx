import type { Submission } from '@samvad/sdk'
import { Ban, RotateCw, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { titleOf } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, Dialog } from '../../design/dialog.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Notice, Status } from '../../design/status.tsx'
import { Time } from '../../design/time.tsx'
import { formKey, type ShownForm, submissionKey, useSubmission, useVersion } from '../data.ts'
import { AnswerList } from './answer-list.tsx'
import { Outcome } from './outcome.tsx'
import { TONES } from './submission-table.tsx'
import { submissionWords } from './submission-words.ts'

interface SubmissionSheetProps {
  form: ShownForm
  id: string | undefined
  onClose: () => void
}

/** One submission: its answers, its results, and the available actions. */
export function SubmissionSheet({ form, id, onClose }: SubmissionSheetProps) {
  const w = useWords(submissionWords)
  const { data, error, refetch } = useSubmission(id)
  const shown = data && data.id === id && data.form_id === form.id ? data : undefined
  return (
    <Dialog
      isOpen={id !== undefined}
      isSheet
      onClose={onClose}
      title={
        shown ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Time at={shown.submitted_at} isExact />
            <Status tone={TONES[shown.state as keyof typeof TONES] ?? 'neutral'}>
              {w.states[shown.state as keyof typeof w.states] ?? shown.state}
            </Status>
          </span>
        ) : (
          w.submission
        )
      }
      actions={shown && <Actions form={form} of={shown} onClose={onClose} />}
    >
      {shown ? <Content form={form} of={shown} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
    </Dialog>
  )
}

function Content({ form, of }: { form: ShownForm; of: Submission }) {
  const w = useWords(submissionWords)
  const { language } = useLanguage()
  const version = useVersion(form.id, of.form_version)
  return (
    <div className="flex flex-col gap-6">
      {of.error !== null && (
        <div className="overflow-hidden rounded-box">
          <Notice tone={of.state === 'failed' ? 'bad' : 'warn'}>
            <strong className="font-medium">{of.state === 'failed' ? w.hasFailed : w.isRetried}</strong>{' '}
            {titleOf(language, of.error)}
          </Notice>
        </div>
      )}
      <AnswerList definition={version.data ?? form} of={of} />
      <Outcome of={of} form={form} />
    </div>
  )
}

function Actions({ form, of, onClose }: { form: ShownForm; of: Submission; onClose: () => void }) {
  const w = useWords(submissionWords)
  const act = useAct()
  const attempt = useAttempt()
  const mayManage = useMay()('forms.manage')
  const [isDeleting, setDeleting] = useState(false)
  const keys = [submissionKey(of.id), ['submissions', form.id], formKey(form.id)]
  if (!mayManage) return null
  return (
    <>
      <Button icon={<Trash2 aria-hidden className="size-4" />} onPress={() => setDeleting(true)}>
        {w.delete}
      </Button>
      {of.state === 'spam' ? (
        <Button
          icon={<ShieldCheck aria-hidden className="size-4" />}
          onPress={() => act(() => api.submissions.notSpam.mark(of.id), ...keys)}
        >
          {w.notSpam}
        </Button>
      ) : (
        <Button
          icon={<Ban aria-hidden className="size-4" />}
          onPress={() => act(() => api.submissions.spam.mark(of.id), ...keys)}
        >
          {w.spam}
        </Button>
      )}
      {of.state === 'failed' && (
        <Button
          look="primary"
          icon={<RotateCw aria-hidden className="size-4" />}
          onPress={() => act(() => api.submissions.retry(of.id), ...keys)}
        >
          {w.retry}
        </Button>
      )}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={w.deleteTitle}
        action={w.delete}
        isDanger
        onConfirm={async () => {
          await attempt(() => api.submissions.delete(of.id), w.deleted)
          onClose()
          await act(async () => {}, ['submissions', form.id], formKey(form.id))
        }}
      >
        {w.deleteDetail}
      </Confirm>
    </>
  )
}
