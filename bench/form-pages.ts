// Pages of forms, and submissions over HTTP as a browser without a script sends them: of one form, and of 1,000.

import { newUuid } from '#kit/ids.ts'
import type { Installation } from './installation.ts'
import type { Request } from './load.ts'
import { processorMicrosOf } from './processor-time.ts'
import { type Bench, CONNECTIONS, failures, measure, round } from './rounds.ts'

const PAGES_AIM = 5_000
const FIRST_BYTE_AIM_MS = 10
const SUBMISSIONS_AIM = 2_000
const FORMS = 1_000
/** Prepared: each page is sent once. */
const SUBMISSIONS = 12_000
/** The shortest time in which a person fills in a form. */
const READING_MS = 2_000
const ALONE = 4

const definition = {
  fields: [
    { key: 'name', type: 'short_text', label: { en: 'Your name', hi: 'आपका नाम' }, required: true },
    { key: 'email', type: 'email', label: { en: 'Email', hi: 'ईमेल' }, required: true },
    { key: 'phone', type: 'phone', label: { en: 'Mobile number', hi: 'मोबाइल नंबर' } },
    {
      key: 'city',
      type: 'dropdown',
      label: 'City',
      options: ['Pune', 'Bengaluru', 'Delhi'].map((value) => ({ value })),
    },
    {
      key: 'topics',
      type: 'multiple_choice',
      label: 'Topics',
      options: ['a', 'b', 'c', 'd'].map((value) => ({ value })),
    },
    { key: 'stars', type: 'rating', label: 'How was it?' },
    { key: 'note', type: 'long_text', label: 'Anything else?', show_if: { field: 'stars', before: 3 } },
    { key: 'agree', type: 'consent', label: 'News', text: 'I agree to receive news by email.', channels: ['email'] },
  ],
  settings: { languages: ['en', 'hi'], default_language: 'en' },
}
const ANSWERS =
  'name=Asha+Rao&email=asha%40customer.example&phone=98100+00121&city=Pune&topics=a&topics=c&stars=4&_act=next'

export async function measureFormPages(bench: Bench): Promise<void> {
  const { at } = bench
  const slugs = await makeForms(at, FORMS)
  await at.restart({ ROLES: 'api', SAMVAD_TRUST_PROXY: '1' })
  const pages = (many: number): Request[] => slugs.slice(0, many).map((slug) => ({ path: `/f/${slug}` }))
  await measure(bench, 'pages of one form', PAGES_AIM, { connections: CONNECTIONS, requests: pages(1) })
  await measure(bench, `pages of ${FORMS} forms`, PAGES_AIM, { connections: CONNECTIONS, requests: pages(FORMS) })
  const before = processorMicrosOf(at.pid)
  const few = await round(bench, { connections: ALONE, requests: pages(1) })
  const micros = (processorMicrosOf(at.pid) - before) / (few.perSecond * bench.seconds)
  bench.add({
    what: 'a page until its last byte',
    value: few.p99Ms,
    unit: 'ms',
    aim: FIRST_BYTE_AIM_MS,
    lessIsBetter: true,
    note: `${ALONE} callers, p99; median ${few.p50Ms.toFixed(2)} ms; ${failures([few])}`,
  })
  bench.add({ what: 'a page: processor time', value: micros, unit: 'µs', aim: null, lessIsBetter: true })
  for (const many of [1, FORMS]) {
    const requests = await filledIn(at, slugs.slice(0, many))
    await new Promise((resolve) => setTimeout(resolve, READING_MS))
    // The same connections with a POST that stores nothing: the cost of HTTP alone on this machine at this time.
    const bare = await round(bench, { method: 'POST', connections: CONNECTIONS, requests: requests.map(startOf) })
    const [program, postgres] = [processorMicrosOf(at.pid), processorMicrosOf(at.postmasterPid)]
    const took = await round(
      { ...bench, seconds: 600 },
      { method: 'POST', connections: CONNECTIONS, requests, times: SUBMISSIONS },
    )
    const each = (since: number, pid: number) => `${((processorMicrosOf(pid) - since) / SUBMISSIONS).toFixed(0)} µs`
    const costs = `${each(program, at.pid)} of the program and ${each(postgres, at.postmasterPid)} of PostgreSQL each`
    const share = `${(took.perSecond / bare.perSecond).toFixed(2)} of a POST that stores nothing (${bare.perSecond.toFixed(0)} /s)`
    bench.add({
      what: `submissions of ${many === 1 ? 'one form' : `${many} forms`} over HTTP`,
      value: took.perSecond,
      unit: '/s',
      aim: SUBMISSIONS_AIM,
      note: `p99 ${took.p99Ms.toFixed(1)} ms; ${costs}; ${share}; ${failures([took])}`,
    })
  }
}

/** The request with which a page reports that its visitor started to fill it in. */
const startOf = ({ path, form }: Request): Request => ({
  path: `${path}/start`,
  form: { from: form?.from ?? '', fields: '', text: /_state=([^&]+)/.exec(form?.fields ?? '')?.[1] ?? '' },
})

async function makeForms(at: Installation, count: number): Promise<string[]> {
  const now = new Date()
  const ids = Array.from({ length: count }, () => newUuid(now.getTime()))
  const slugs = ids.map((_, index) => `bench-form-${index}`)
  const values = [at.organizationId, ids, slugs, JSON.stringify(definition), at.userId, now]
  const given = 'unnest($2::uuid[], $3::text[]) as given (id, slug)'
  await at.database.query(
    `insert into forms (org_id, id, name, slug, status, definition, version, is_changed, published_at, created_by,
                        created_at, updated_at)
     select $1::uuid, id, 'Contact us', slug, 'published', $4::json, 1, false, $6::timestamptz, $5::uuid, $6, $6
       from ${given}`,
    values,
  )
  await at.database.query(
    `insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
     select $1::uuid, id, 1, 'Contact us', $4::json, $5::uuid, $6::timestamptz
       from ${given}`,
    values,
  )
  await at.database.query(
    `insert into form_slugs (slug, org_id, form_id, created_at)
     select slug, $1::uuid, id, $4::timestamptz
       from unnest($2::uuid[], $3::text[]) as given (id, slug)`,
    [at.organizationId, ids, slugs, now],
  )
  await at.database.query('insert into form_counts (org_id, form_id) select $1::uuid, unnest($2::uuid[])', [
    at.organizationId,
    ids,
  ])
  return slugs
}

/** Pages that were opened and filled in, each from another address. */
async function filledIn(at: Installation, slugs: readonly string[]): Promise<Request[]> {
  const requests: Request[] = []
  const open = async () => {
    while (requests.length < SUBMISSIONS) {
      const count = requests.length
      const path = `/f/${slugs[count % slugs.length]}`
      const request: Request = { path }
      requests.push(request)
      const html = await (await fetch(at.url + path)).text()
      const state = /name="_state" value="([^"]+)"/.exec(html)?.[1]
      request.form = {
        fields: `_state=${state}&${ANSWERS}`,
        from: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, open))
  return requests
}
