import type { Import } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { type Language, useLanguage, useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Panel, Section } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { rowsOfCsv } from './csv.ts'
import { importWords } from './import-words.ts'

const SHOWN = 100
const REMEMBERED_MS = 1000
/** Columns before those of the file: row, column, reason, code, parameters. */
const OWN_COLUMNS = 5

/** A row that an older version refused has no code: its reason is in English. */
const reasonIn = (language: Language, reason = '', code = '', params = ''): string =>
  (code === '' ? null : fieldErrorText(language, code, JSON.parse(params))) ?? reason

/** The failed rows with their errors: the first ones shown, all of them as a file. */
export function ImportErrors({ one }: { one: Import }) {
  const i = useWords(importWords)
  const { language } = useLanguage()
  const attempt = useAttempt()
  const { data, error, refetch } = useQuery({
    // Refetched while the import continues.
    queryKey: ['import-errors', one.id, one.failed],
    placeholderData: (before) => before,
    queryFn: async () => {
      const response = await api.imports.errors.readCsv(one.id)
      // The first of up to a hundred thousand are enough to see.
      return rowsOfCsv(await response.text(), SHOWN + 1)
    },
  })
  const download = () =>
    attempt(async () => {
      const response = await api.imports.errors.readCsv(one.id)
      const address = URL.createObjectURL(await response.blob())
      const link = document.createElement('a')
      link.href = address
      link.download = `${one.filename.replace(/\.[^.]*$/, '')}-errors.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), REMEMBERED_MS)
    })
  const [head = [], ...rows] = data ?? []
  return (
    <Section
      title={i.errors}
      description={i.errorsDetail}
      actions={
        <Button icon={<Download aria-hidden className="size-4" />} onPress={download}>
          {i.downloadErrors}
        </Button>
      }
    >
      <Panel>
        {data ? (
          <Table
            label={i.errors}
            head={
              <>
                <Head isFigure>{i.row}</Head>
                <Head>{i.column}</Head>
                <Head>{i.reason}</Head>
                {head.slice(OWN_COLUMNS).map((name) => (
                  <Head key={name}>{name}</Head>
                ))}
              </>
            }
          >
            {rows.map(([number, column, reason, code, params, ...cells]) => (
              <Row key={number}>
                <Cell isFigure className="figures">
                  {number}
                </Cell>
                <Cell>{column}</Cell>
                <Cell className="min-w-56">{reasonIn(language, reason, code, params)}</Cell>
                {cells.map((cell, place) => (
                  <Cell key={head[place + OWN_COLUMNS] ?? place}>
                    <bdi className="block max-w-56 truncate text-soft">{cell}</bdi>
                  </Cell>
                ))}
              </Row>
            ))}
          </Table>
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Panel>
      {one.failed > SHOWN && (
        <p className="mt-2 text-small text-soft">{i.firstOf(grouped(SHOWN), grouped(one.failed))}</p>
      )}
    </Section>
  )
}
