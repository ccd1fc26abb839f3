import type { Submission } from '@samvad/sdk'
import { useLanguage, useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { Status } from '../../design/status.tsx'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import type { ShownForm } from '../data.ts'
import type { SubmissionFilter } from '../known.ts'
import { answerText, columnsOf } from './answers.ts'
import { submissionWords } from './submission-words.ts'

export const TONES = {
  stored: 'neutral',
  processing: 'accent',
  done: 'good',
  spam: 'warn',
  failed: 'bad',
} as const

interface SubmissionTableProps {
  form: ShownForm
  rows: readonly Submission[]
  filter: SubmissionFilter
}

/** A column for each field of the form; a row opens the complete submission. */
export function SubmissionTable({ form, rows, filter }: SubmissionTableProps) {
  const w = useWords(submissionWords)
  const { language } = useLanguage()
  const columns = columnsOf(
    form,
    rows.map(({ answers }) => answers),
    language,
  )
  const hasFiles = form.fields.some(({ type }) => type === 'file') || rows.some(({ files }) => files.length > 0)
  return (
    <Table
      label={w.submissions}
      head={
        <>
          <Head>{w.submitted}</Head>
          {columns.map(({ key, name }) => (
            <Head key={key}>
              <bdi className="block max-w-48 truncate" title={name}>
                {name}
              </bdi>
            </Head>
          ))}
          {hasFiles && <Head isFigure>{w.files}</Head>}
          <Head>{w.state}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="whitespace-nowrap">
            <PageLink
              page={`forms/${form.id}/submissions`}
              search={{ ...filter, open: row.id }}
              className="touch inline-flex items-center font-medium hover:underline"
            >
              <Time at={row.submitted_at} />
            </PageLink>
          </Cell>
          {columns.map(({ key, field }) => (
            <Cell key={key}>
              <bdi className="line-clamp-2 max-w-64 min-w-16 wrap-anywhere">
                {answerText(field, row.answers[key], form, { language, yes: w.yes, no: w.no })}
              </bdi>
            </Cell>
          ))}
          {hasFiles && <Cell isFigure>{row.files.length > 0 ? row.files.length : ''}</Cell>}
          <Cell>
            <Status tone={TONES[row.state as keyof typeof TONES] ?? 'neutral'}>
              {w.states[row.state as keyof typeof w.states] ?? row.state}
            </Status>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
