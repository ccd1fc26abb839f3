// Form submissions: stored by one process, for one form and for 1,000; then lists, search, analytics and the workbook
// of a form with a million.

import { randomBytes } from 'node:crypto'
import { createSubmissionStore } from '#forms/submissions/store.ts'
import { termsOf } from '#forms/submissions/terms.ts'
import { newUuid, typeId, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '#program/app.ts'
import { connectHooks } from '#program/hooks.ts'
import type { Installation } from './installation.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

const AIMS = { stored: 2000, pageMs: 5, analyticsMs: 200, workbook: 30_000 } as const
const FORMS = 1000
/** Submissions in flight. */
const TOGETHER = 400
const TIMES = 20
const FILLED_AT_ONCE = 20_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FIELDS = [
  { key: 'name', type: 'short_text', label: 'Name' },
  { key: 'village', type: 'short_text', label: 'Village' },
  { key: 'rating', type: 'rating', label: 'Rating', max: 5 },
  { key: 'remarks', type: 'long_text', label: 'Remarks' },
]
const VILLAGES = ['Wai', 'Satara', 'Karad', 'Phaltan', 'Koregaon']

export async function measureForms({ at, seconds, add }: Bench, count: number): Promise<void> {
  const forms = await makeForms(at, FORMS)
  const [first] = forms as [Uuid]
  for (const [what, some] of [
    ['of one form', [first]],
    [`of ${FORMS.toLocaleString('en-US')} forms`, forms],
  ] as const) {
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) rates.push(await store(at, some, seconds))
    add({ what: `submissions stored, ${what}`, value: median(rates), unit: '/s', aim: AIMS.stored })
  }
  const large = forms.at(-1) as Uuid
  await fill(at, large, count)
  const path = `/v1/forms/${typeId('form', large)}`
  const many = count.toLocaleString('en-US')
  for (const [what, query] of Object.entries({
    'first page': 'submissions?limit=20',
    'one in five, by the answer to a field': 'submissions?limit=20&field=village&value=Wai',
    'one of all, by a word': 'submissions?limit=20&q=remark7',
    'nothing, by a word': 'submissions?limit=20&q=nowhere',
  }))
    add({
      what: `page of ${many} submissions: ${what}`,
      value: await timed(at, `${path}/${query}`),
      unit: 'ms',
      aim: AIMS.pageMs,
      lessIsBetter: true,
      note: 'over HTTP',
    })
  add({
    what: `analytics of a form with ${many} submissions`,
    value: await timed(at, `${path}/analytics`),
    unit: 'ms',
    aim: AIMS.analyticsMs,
    lessIsBetter: true,
  })
  const started = performance.now()
  const file = await fetch(`${at.url}${path}/submissions`, {
    headers: { authorization: `Bearer ${at.token}`, accept: XLSX },
  })
  const { byteLength } = await file.arrayBuffer()
  add({
    what: `workbook of ${many} submissions`,
    value: (count / (performance.now() - started)) * 1000,
    unit: 'rows/s',
    aim: AIMS.workbook,
    note: `${(byteLength / 2 ** 20).toFixed(0)} MiB`,
  })
}

async function makeForms({ database, organizationId, userId }: Installation, count: number): Promise<Uuid[]> {
  const definition = JSON.stringify({ fields: FIELDS, settings: { languages: ['en'], default_language: 'en' } })
  const ids = Array.from({ length: count }, () => newUuid())
  await database.query(
    `insert into forms (org_id, id, name, slug, status, definition, version, created_by, created_at, updated_at)
     select $1, id, 'Seeds', 'seeds-' || id, 'published', $3, 1, $4, now(), now() from unnest($2::uuid[]) g (id)`,
    [organizationId, ids, definition, userId],
  )
  await database.query(
    `insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
     select $1, id, 1, 'Seeds', $3, $4, now() from unnest($2::uuid[]) g (id)`,
    [organizationId, ids, definition, userId],
  )
  await database.query('insert into form_counts (org_id, form_id) select $1, id from unnest($2::uuid[]) g (id)', [
    organizationId,
    ids,
  ])
  return ids
}

/** In this process, like a page; returns the acknowledged submissions per second. */
async function store(
  { connection, dataDirectory, organizationId }: Installation,
  forms: readonly Uuid[],
  seconds: number,
) {
  connectHooks()
  const settings = readSettings({ PORT: '0', DATA_DIR: dataDirectory, SAMVAD_LOG_LEVEL: 'error' })
  const app = await assemble(settings, connection)
  try {
    const { submit } = createSubmissionStore(app)
    const end = performance.now() + seconds * 1000
    let stored = 0
    const started = performance.now()
    await Promise.all(
      Array.from({ length: TOGETHER }, async (_, index) => {
        for (let at = index; performance.now() < end; at++) {
          const { outcome } = await submit({
            org_id: organizationId,
            form_id: forms[at % forms.length] as Uuid,
            version: 1,
            nonce: randomBytes(16),
            language: 'en',
            answers: { name: `Farmer ${at}`, village: VILLAGES[at % VILLAGES.length] as string, rating: 4 },
            shown_keys: ['name', 'village', 'rating'],
            source: 'newsletter',
            file_ids: [],
            submitted_at: new Date(),
          })
          if (outcome !== 'stored') throw new Error(`not stored: ${outcome}`)
          stored++
        }
      }),
    )
    return (stored / (performance.now() - started)) * 1000
  } finally {
    await app.database.close()
  }
}

/** Inserts submissions in their processed state. */
async function fill({ database, organizationId }: Installation, formId: Uuid, count: number): Promise<void> {
  const from = Date.now() - 30 * 24 * 3600 * 1000
  for (let made = 0; made < count; made += FILLED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(FILLED_AT_ONCE, count - made) }, (_, index) => made + index)
    const rows = numbers.map((number) => {
      const village = VILLAGES[number % VILLAGES.length] as string
      const remarks = `remark${number}`
      const answers = { name: `Farmer ${number % 1000}`, village, rating: (number % 5) + 1, remarks }
      return {
        answers: JSON.stringify(answers),
        terms: `{${termsOf(formId, Math.floor(number / 4096), answers).join(',')}}`,
      }
    })
    await database.query(
      `insert into form_submissions (org_id, id, form_id, version, number, nonce, language, answers, terms, state,
                                     counted_source, submitted_at, processed_at)
       select $1, uuidv7(make_interval(secs => -2000000 + g.number)), $2, 1, g.number,
              decode(lpad(to_hex(g.number), 32, '0'), 'hex'), 'en', g.answers::jsonb, g.terms::bigint[], 'done', '',
              to_timestamp($6::float8 / 1000 + g.number), now()
         from unnest($3::bigint[], $4::text[], $5::text[]) as g (number, answers, terms)`,
      [organizationId, formId, numbers, rows.map(({ answers }) => answers), rows.map(({ terms }) => terms), from],
    )
  }
  await database.query('update form_counts set submissions = $2, next_number = $2 where form_id = $1', [formId, count])
  await database.query(
    `insert into form_days (org_id, form_id, day, version, views, starts, submissions)
     select $1, $2, current_date - n, 1, 100000, 50000, $3 / 30 from generate_series(0, 29) n`,
    [organizationId, formId, count],
  )
  await database.query(
    `insert into form_sources (org_id, form_id, day, source, count)
     select $1, $2, current_date - n, 'site-' || s, $3 / 3000 from generate_series(0, 29) n, generate_series(0, 99) s`,
    [organizationId, formId, count],
  )
  await database.query('vacuum (analyze) form_submissions')
}

async function timed({ url, token }: Installation, path: string): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const started = performance.now()
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`not answered: ${answer.status} ${text}`)
    times.push(performance.now() - started)
  }
  return median(times)
}
