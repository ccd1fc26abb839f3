import type { ImportPreview } from '@samvad/sdk'
import { ownOf } from '#kit/own.ts'
import { useWords } from '../app/language.tsx'
import { Select } from '../design/field.tsx'
import { Panel } from '../design/page.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { importWords } from './import-words.ts'

const SHOWN = 3

interface ImportColumnsProps {
  preview: ImportPreview
  /** Column → field. */
  mapping: Record<string, string>
  onChange: (mapping: Record<string, string>) => void
}

export function ImportColumns({ preview, mapping, onChange }: ImportColumnsProps) {
  const i = useWords(importWords)
  const choose = (column: string, field: string) => {
    const { [column]: _, ...others } = mapping
    onChange(field === '' ? others : { ...others, [column]: field })
  }
  return (
    <Panel>
      <Table
        label={i.columns}
        head={
          <>
            <Head>{i.column}</Head>
            <Head>{i.field}</Head>
            <Head>{i.example}</Head>
          </>
        }
      >
        {preview.columns.map(({ name, suggested }, place) => {
          const own = suggested?.startsWith('attributes.') ? suggested : `attributes.${name}`
          return (
            <Row key={name}>
              <Cell className="font-medium">
                <bdi className="block max-w-48 truncate">{name}</bdi>
              </Cell>
              <Cell className="min-w-44">
                <Select
                  aria-label={`${i.field}: ${name}`}
                  value={ownOf(mapping, name) ?? ''}
                  onChange={({ target }) => choose(name, target.value)}
                >
                  <option value="">{i.pass}</option>
                  {Object.entries(i.fields).map(([field, text]) => (
                    <option key={field} value={field}>
                      {text}
                    </option>
                  ))}
                  <option value={own}>{i.own(own.slice('attributes.'.length))}</option>
                </Select>
              </Cell>
              <Cell className="text-soft">
                <bdi className="block max-w-80 truncate">
                  {preview.rows
                    .slice(0, SHOWN)
                    .map((row) => row[place] ?? '')
                    .join(' · ')}
                </bdi>
              </Cell>
            </Row>
          )
        })}
      </Table>
    </Panel>
  )
}
