// CSV imports over HTTP, from the request until the import has completed: files of new contacts, and one of them again,
// which updates its contacts. Also reports the processor time of the program and PostgreSQL until events and the search
// index are up to date, because it depends less on other load of the machine than the rate.

import type { Installation } from './installation.ts'
import { isTold, processorMicrosOf } from './processor-time.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

const AIM = 20_000
const LOOK_EVERY_MS = 100
const IMPORTED_WITHIN_MS = 15 * 60_000
const CITIES = ['Pune', 'Nagpur', 'Mumbai', 'Nashik', 'Delhi', 'Jaipur', 'Surat', 'Indore', 'Kochi', 'Agra']

export async function measureImports({ at, add }: Bench, count: number): Promise<void> {
  await at.restart({ ROLES: 'api,worker' })
  const lists = await json(await post(at, '/v1/lists', { name: 'Imported' }))
  const many = count.toLocaleString('en-US')
  const report = (what: string, runs: readonly Imported[]) => {
    const rate = (of: (run: Imported) => number) => median(runs.map((run) => run.rows / of(run)))
    add({ what, value: rate(({ seconds }) => seconds), unit: 'rows/s', aim: AIM })
    if (!isTold) return
    const { program, postgres } = {
      program: median(runs.map((run) => run.programSeconds)),
      postgres: median(runs.map((run) => run.postgresSeconds)),
    }
    add({
      what: '… by processor time, until events and search index have caught up',
      value: rate(({ programSeconds, postgresSeconds }) => programSeconds + postgresSeconds),
      unit: 'rows/s',
      aim: null,
      note: `program ${program.toFixed(1)} s, PostgreSQL ${postgres.toFixed(1)} s`,
    })
  }
  const created: Imported[] = []
  for (let round = 0; round < ROUNDS; round++)
    created.push(await imported(at, fileOf(round * count, count), count, { list_id: lists.id }))
  report(`import of ${many} new contacts`, created)
  const settings = { list_id: lists.id, existing: 'update' }
  report(`import of ${many} rows that update contacts`, [await imported(at, fileOf(0, count), count, settings)])
}

/** A file like shops export it: phone numbers in various notations, a consent, and a quoted cell. */
function fileOf(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = first + index
    const phone = `9${String(800_000_000 + n)}`
    const written = n % 3 === 0 ? `${phone.slice(0, 5)} ${phone.slice(5)}` : n % 3 === 1 ? `+91${phone}` : phone
    const name = n % 10 === 0 ? `"Kumar, Customer ${n}"` : `Customer ${n}`
    return `${name},${written},customer${n}@shop.example,${CITIES[n % CITIES.length]},${n % 4 > 0 ? 'yes' : ''}`
  })
  return `Name,Mobile,Email,City,SMS\n${rows.join('\n')}\n`
}

const MAPPING = {
  Name: 'display_name',
  Mobile: 'phone_number',
  Email: 'email',
  City: 'attributes.city',
  SMS: 'consent.sms',
}

interface Imported {
  rows: number
  seconds: number
  programSeconds: number
  postgresSeconds: number
}

async function imported(at: Installation, text: string, count: number, settings: object): Promise<Imported> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'customers.csv')
  const headers = { authorization: `Bearer ${at.token}` }
  const file = await json(await fetch(`${at.url}/v1/attachments`, { method: 'POST', headers, body: form }))
  const spent = () => (isTold ? [at.pid, at.postmasterPid].map((pid) => processorMicrosOf(pid) / 1e6) : [0, 0])
  const [program, postgres] = spent() as [number, number]
  const started = performance.now()
  const asked = await json(await post(at, '/v1/imports', { attachment_id: file.id, mapping: MAPPING, ...settings }))
  let shown = asked
  while (!['completed', 'failed'].includes(shown.status)) {
    if (performance.now() - started > IMPORTED_WITHIN_MS) throw new Error('not imported in time')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    shown = await json(await fetch(`${at.url}/v1/imports/${asked.id}`, { headers }))
  }
  const seconds = (performance.now() - started) / 1000
  if (shown.created + shown.updated !== count) throw new Error(`not imported: ${JSON.stringify(shown)}`)
  await caughtUp(at)
  const [programAfter, postgresAfter] = spent() as [number, number]
  return {
    rows: count,
    seconds,
    programSeconds: programAfter - program,
    postgresSeconds: postgresAfter - postgres,
  }
}

/** Every event of the import has its position, every contact its entry in the search index. */
async function caughtUp({ database }: Installation): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      'select exists (select from events where position is null) or exists (select from search_changes) as is_behind',
    )
    if (!rows[0].is_behind) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

const post = ({ url, token }: Installation, path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function json(answer: Response): Promise<any> {
  if (!answer.ok) throw new Error(`answered with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
