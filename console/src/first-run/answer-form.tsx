import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { channelOf } from '../app/channels.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Field, Input } from '../design/field.tsx'
import { Wrong } from '../design/form.tsx'
import type { Recipient } from './data.ts'
import { words } from './words.ts'

interface AnswerFormProps {
  recipient: Recipient
  subject: string | null
}

/** Writes a reply as the recipient; it is received as if from outside. */
export function AnswerForm({ recipient: { channel, address }, subject }: AnswerFormProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const [hasAnswered, setAnswered] = useState(false)
  const [text, setText] = useState(w.answerText)
  const form = useForm({}, async () => {
    await api.sandbox.messages.create({
      channel,
      from: address,
      text,
      ...(channelOf(channel)?.isMail && { subject: `Re: ${subject ?? ''}` }),
    })
    await askAnew(['first_device'])
    setText('')
    setAnswered(true)
  })
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-2 border-t border-line p-3">
      <div className="flex items-end gap-2">
        <Field label={w.answer} className="grow" error={form.wrong('text')}>
          <Input value={text} onChange={({ target }) => setText(target.value)} required autoComplete="off" />
        </Field>
        <Button type="submit" isBusy={form.isBusy}>
          {w.answerAction}
        </Button>
      </div>
      <Wrong error={form.error} fields={form.fields} />
      {hasAnswered && (
        <p role="status" className="flex flex-wrap items-center gap-x-3">
          {w.answered}
          <PageLink page="inbox" className="text-accent underline">
            {w.toInbox}
          </PageLink>
        </p>
      )}
    </form>
  )
}
