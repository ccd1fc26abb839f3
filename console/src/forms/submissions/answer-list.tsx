import type { Submission, SubmissionFile } from '@samvad/sdk'
import { Paperclip } from 'lucide-react'
import { useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { saveResponse } from '../../design/download.ts'
import { sizeOf } from '../../design/file-size.ts'
import type { Definition } from '../shape.ts'
import { shownText } from '../texts.ts'
import { answerText, columnsOf } from './answers.ts'
import { submissionWords } from './submission-words.ts'

/** Each answer with the label as it was shown, and consents with their exact sentence. */
export function AnswerList({ definition, of }: { definition: Definition; of: Submission }) {
  const w = useWords(submissionWords)
  const { language } = useLanguage()
  const columns = columnsOf(definition, [of.answers], language)
  const files = definition.fields.filter(({ type }) => type === 'file')
  const consented = new Map(of.consents.map((consent) => [consent.field, consent]))
  return (
    <section aria-label={w.answers}>
      <dl className="flex flex-col gap-3">
        {columns.map(({ key, name, field }) => {
          const text = answerText(field, of.answers[key], definition, { language, yes: w.yes, no: w.no })
          const consent = consented.get(key)
          if (text === '' && !(key in of.answers) && field === undefined) return null
          return (
            <div key={key}>
              <dt className="text-small text-soft">
                <bdi>{name}</bdi>
              </dt>
              <dd className="whitespace-pre-wrap wrap-anywhere">
                {consent ? (
                  <span className="block border-s-2 border-good ps-3">
                    <bdi>{consent.text}</bdi>
                  </span>
                ) : text === '' ? (
                  <span className="text-soft">{field?.type === 'consent' ? w.notAgreed : w.noAnswer}</span>
                ) : (
                  <bdi>{text}</bdi>
                )}
              </dd>
            </div>
          )
        })}
        {files.map((field) => {
          const own = of.files.filter((file) => file.field === field.key)
          return (
            <div key={field.key}>
              <dt className="text-small text-soft">
                <bdi>{shownText(field.label, language, definition.settings) || field.key}</bdi>
              </dt>
              <dd className="mt-1 flex flex-col items-start gap-1">
                {own.length === 0 && <span className="text-soft">{w.noAnswer}</span>}
                {own.map((file) => (
                  <FileButton key={file.id} submissionId={of.id} file={file} />
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** A visitor's file: downloaded, never displayed. */
function FileButton({ submissionId, file }: { submissionId: string; file: SubmissionFile }) {
  const attempt = useAttempt()
  const load = async () => saveResponse(await api.submissions.files.retrieveFile(submissionId, file.id), file.filename)
  return (
    <Button
      className="max-w-full"
      icon={<Paperclip aria-hidden className="size-4 shrink-0" />}
      onPress={() => attempt(load)}
    >
      <bdi className="truncate">{file.filename}</bdi>
      <span className="font-normal text-soft">{sizeOf(file.size)}</span>
    </Button>
  )
}
