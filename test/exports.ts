// Exports as a customer gets them: asked for, made by the worker's job, downloaded by their link, and opened by readers
// that are not ours.

import assert from 'node:assert/strict'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import { csvRecord } from '#kit/csv-cell.ts'
import { copyIn } from '#kit/database/copy.ts'
import { indianClock } from '#kit/india/calendar.ts'
import { attachmentJobs } from '#messaging/attachments/jobs.ts'
import type { TransactionRow } from '#money/wallet/queries.ts'
import { transactionColumns } from '#money/wallet/schema.ts'
import { showTransaction } from '#money/wallet/show.ts'
import { exportJobs } from '#reporting/exports/jobs.ts'
import type { Answer, TestSamvad } from './harness.ts'

export const EXPORTS = '/api/v1/billing/exports'
const FORMATS = { statement: 'pdf', log: 'xlsx', transactions: 'csv', contacts: 'csv' } as const
export type Kind = keyof typeof FORMATS

/** A record of the CSV, cell by cell as the API shows it. */
export function recordOf(row: TransactionRow): string {
  const shown = showTransaction({ ...row, movement: null })
  const clock = (at: number | null) => (at === null ? null : indianClock(new Date(at * 1000)))
  const cells = transactionColumns.map((column) => shown[column])
  return csvRecord([...cells, clock(shown.created_at), clock(shown.completed_at)])
}

interface Caller {
  token: string
}

export function askForExport(
  samvad: TestSamvad,
  kind: Kind,
  { from, to }: { from: string | number; to: string | number },
  { token }: Caller = samvad.company,
): Promise<Answer> {
  return samvad.request('POST', EXPORTS, { token, json: { kind, format: FORMATS[kind], from, to } })
}

/** What is due, as a worker does it. */
export async function makeExports(samvad: TestSamvad): Promise<void> {
  for (const job of exportJobs(samvad.app)) while (await job.run(new AbortController().signal));
}

/** The files that are to go, gone. */
export async function removeFiles(samvad: TestSamvad): Promise<void> {
  for (const job of attachmentJobs(samvad.app)) while (await job.run(new AbortController().signal));
}

export async function exportOf(samvad: TestSamvad, { id }: { id: string }, { token }: Caller = samvad.company) {
  const { status, body, text } = await samvad.request('GET', `${EXPORTS}/${id}`, { token })
  assert.equal(status, 200, text)
  return body
}

export async function download(url: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Asked for, made and downloaded. */
export async function exported(
  samvad: TestSamvad,
  kind: Kind,
  period: { from: string | number; to: string | number },
  caller: Caller = samvad.company,
) {
  const asked = await askForExport(samvad, kind, period, caller)
  assert.equal(asked.status, 202, asked.text)
  await makeExports(samvad)
  const shown = await exportOf(samvad, asked.body, caller)
  assert.equal(shown.status, 'completed', JSON.stringify(shown))
  const { response, bytes } = await download(shown.url)
  assert.equal(response.status, 200)
  assert.equal(bytes.length, shown.size)
  return { shown, response, bytes }
}

/** Read by PostgreSQL, each column as text. */
export async function csvRows({ connection }: TestSamvad, bytes: Buffer): Promise<Record<string, string | null>[]> {
  const [heading = ''] = bytes.toString().replace('\ufeff', '').split('\r\n', 1)
  const columns = heading.split(',')
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      `create temp table read_csv (place bigserial, ${columns.map((name) => `"${name}" text`).join(', ')})`,
    )
    const into = `copy read_csv (${columns.map((name) => `"${name}"`).join(', ')}) from stdin (format csv, header match)`
    await copyIn(
      client,
      into,
      (async function* () {
        // What a reader of UTF-8 with a mark leaves out.
        yield bytes.subarray(Buffer.byteLength('\ufeff'))
      })(),
    )
    return (await client.query(`select ${columns.map((name) => `"${name}"`).join(', ')} from read_csv order by place`))
      .rows
  } finally {
    await client.end()
  }
}

export interface Sheet {
  name: string
  /** Each cell by its letter: text as it stands there, numbers as numbers. */
  rows: Record<string, string | number>[]
  isFrozen: boolean
  /** Of each cell of the second row, how it is shown. */
  formats: Record<string, string>
}

const asArray = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The files of a zip as texts, by name; read by fflate. */
export const textsOf = (bytes: Buffer): Map<string, string> =>
  new Map(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, file]) => [name, strFromU8(file)]))

/** Read by fflate and fast-xml-parser. */
export function sheetsOf(bytes: Buffer): Sheet[] {
  const files = unzipSync(new Uint8Array(bytes))
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    processEntities: true,
  })
  const read = (name: string) => {
    const file = files[name]
    assert.ok(file, `${name} is missing`)
    return parser.parse(strFromU8(file))
  }
  const types = read('[Content_Types].xml').Types.Override.map(({ PartName }: { PartName: string }) => PartName)
  const targets = new Map<string, string>(
    read('xl/_rels/workbook.xml.rels').Relationships.Relationship.map((one: Record<string, string>) => [
      one.Id,
      one.Target,
    ]),
  )
  const { cellXfs, numFmts } = read('xl/styles.xml').styleSheet
  const formatById = new Map(asArray<any>(numFmts.numFmt).map((one) => [one.numFmtId, one.formatCode]))
  return asArray<any>(read('xl/workbook.xml').workbook.sheets.sheet).map((sheet) => {
    const path = `xl/${targets.get(sheet['r:id'])}`
    assert.ok(types.includes(`/${path}`), path)
    const { worksheet } = read(path)
    const rows = asArray<any>(worksheet.sheetData.row)
    const cellsOf = (row: any) => asArray<any>(row?.c).map((cell) => ({ ...cell, column: cell.r.replace(/\d+$/, '') }))
    const pane = worksheet.sheetViews.sheetView.pane
    return {
      name: sheet.name,
      isFrozen: pane?.state === 'frozen' && pane.ySplit === '1' && pane.topLeftCell === 'A2',
      formats: Object.fromEntries(
        cellsOf(rows[1]).map(({ column, s }) => {
          const { numFmtId = '0' } = cellXfs.xf[Number(s ?? 0)]
          return [column, formatById.get(numFmtId) ?? numFmtId]
        }),
      ),
      rows: rows.map((row) =>
        Object.fromEntries(
          cellsOf(row).map(({ column, t, v, is }) => [
            column,
            t === 'inlineStr' ? (typeof is.t === 'object' ? (is.t['#text'] ?? '') : is.t) : Number(v),
          ]),
        ),
      ),
    }
  })
}

/** The time that a spreadsheet shows, in India, for a day and its part. */
export function shownTime(serial: number): string {
  return new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
