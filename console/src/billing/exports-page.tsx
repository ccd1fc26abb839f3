import type { Export } from '@samvad/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, FileDown, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { indianDay, shownDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { isUnderWay } from '../app/under-way.ts'
import { buttonLook, IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Progress } from '../design/progress.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { BillingPage } from './billing-page.tsx'
import { useExports } from './data.ts'
import { ExportForm } from './export-form.tsx'
import { words as exportWords } from './export-words.ts'
import { named, words } from './words.ts'

const TONES: Record<string, 'good' | 'bad' | 'accent'> = { completed: 'good', failed: 'bad', running: 'accent' }

export function ExportsPage() {
  return (
    <BillingPage tab="exports">
      <ExportForm />
      <ExportList />
    </BillingPage>
  )
}

function ExportList() {
  const e = useWords(exportWords)
  const list = useExports()
  return (
    <Section title={e.list}>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={<FileDown />} title={e.none}>
              {e.noneDetail}
            </Empty>
          }
        >
          {(rows) => <ExportTable rows={rows} />}
        </Listed>
      </Panel>
    </Section>
  )
}

function ExportTable({ rows }: { rows: Export[] }) {
  const w = useWords(words)
  const e = useWords(exportWords)
  const client = useQueryClient()
  const wordsOf = useErrorWords()
  const [removing, setRemoving] = useState<Export | null>(null)
  const remove = useMutation({
    mutationFn: async (id: string) => api.billing.exports.cancel(id),
    onError: (error) => tell(wordsOf(error).title, { isBad: true, detail: wordsOf(error).detail }),
    onSettled: () => client.invalidateQueries({ queryKey: ['exports'] }),
  })
  return (
    <>
      <Table
        label={e.list}
        head={
          <>
            <Head>{e.file}</Head>
            <Head className="max-sm:hidden">{e.period}</Head>
            <Head>{w.status}</Head>
            <Head className="max-sm:hidden">{e.until}</Head>
            <Head>
              <span className="sr-only">{e.download}</span>
            </Head>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell className="min-w-32">
              {named(e.kinds, row.kind)} <span className="text-soft">{row.format.toUpperCase()}</span>
              <span className="block text-small text-soft">
                <span className="sm:hidden">
                  <Period of={row} />
                  {' · '}
                </span>
                <Time at={row.created_at} />
              </span>
            </Cell>
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Period of={row} />
            </Cell>
            <Cell>
              <State of={row} />
            </Cell>
            <Cell className="max-sm:hidden">
              <Time at={row.expires_at} />
            </Cell>
            <Cell>
              <span className="flex items-center justify-end gap-1">
                {row.url !== null && (
                  <a
                    href={row.url}
                    download={row.filename}
                    aria-label={e.downloadOf(row.filename)}
                    className={buttonLook()}
                  >
                    <Download aria-hidden className="size-4" />
                    {e.download}
                  </a>
                )}
                {isUnderWay(row) ? (
                  <IconButton label={e.cancelOf(row.filename)} onClick={() => remove.mutate(row.id)}>
                    <X aria-hidden className="size-4" />
                  </IconButton>
                ) : (
                  <IconButton label={e.removeOf(row.filename)} onClick={() => setRemoving(row)}>
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                )}
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
      <Confirm
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={e.removeQuestion(removing?.filename ?? '')}
        action={e.remove}
        isDanger
        onConfirm={() => removing && remove.mutateAsync(removing.id).catch(() => {})}
      >
        {e.removeDetail}
      </Confirm>
    </>
  )
}

function Period({ of: { from, to } }: { of: Export }) {
  const e = useWords(exportWords)
  const { language } = useLanguage()
  return e.range(shownDay(indianDay(from), language), shownDay(indianDay(to - 1), language))
}

function State({ of: row }: { of: Export }) {
  const e = useWords(exportWords)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Status tone={TONES[row.status] ?? 'neutral'}>{named(e.statuses, row.status)}</Status>
      {row.row_count !== null && <span className="text-small text-soft">{e.rows(grouped(row.row_count))}</span>}
      {row.error !== null && <span className="text-small text-bad">{named(e.errors, row.error)}</span>}
      {isUnderWay(row) && <Progress label={e.progress(row.filename)} percent={row.progress} />}
    </span>
  )
}
