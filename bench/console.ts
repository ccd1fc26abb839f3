// The console in a real browser, on an inbox with very many conversations: what it loads, how fast it responds, how it
// scrolls, and its memory after a working day. At full processor speed, and at a quarter of it (CDP), the speed of
// phones.

import { openByClick, openByKeys, type } from './console/acting.ts'
import { memoryOf, openBrowser, type Visitor, type Visits } from './console/browser.ts'
import { scriptBytes } from './console/bytes.ts'
import { DAY, liveThroughDay, slopeOf } from './console/day.ts'
import { type Filled, fillInbox, LONG_THREAD } from './console/fill.ts'
import { startLive } from './console/live.ts'
import { saidOfFrames, scroll } from './console/scrolling.ts'
import { percentOver, saidOf, timesOf } from './console/shares.ts'
import { openMailSink } from './mail-sink.ts'
import type { Bench } from './rounds.ts'

const CONVERSATIONS = 100_000
const SPEEDS = [1, 4] as const
const VISITS = 5
const OPENED = 10
/** Pixels per step of the wheel: by hand, and in a fling. */
const CALM = 120
const FLING = 1500
const CALM_ROWS = 500
/** Rows scrolled at each speed. */
const ROWS = { 1: 20_000, 4: 10_000 }
const CONTACTS = { 1: 10_000, 4: 5000 }
const ROW_PIXELS = 68
const CONTACT_PIXELS = 48
const CHANGES_PER_SECOND = 20
const AIMS = { scriptKilobytes: 300, interactiveMs: 1500, keyMs: 50, longFramesPercent: 1, slopeMebibytes: 0.2 }
const LONG_FRAME_MS = 50
const SETTLED_MS = 1000

interface Look {
  bench: Bench
  visits: Visits
  filled: Filled
  faults: string[]
}

export async function measureConsole(bench: Bench): Promise<void> {
  const { at, add } = bench
  const sink = await openMailSink()
  await at.restart({ SAMVAD_SMTP_URL: sink.url, ROLES: 'api,worker' })
  const filled = await fillInbox(at, CONVERSATIONS)
  const visits = await openBrowser(at)
  const look: Look = { bench, visits, filled, faults: [] }
  try {
    await measureBytes(look)
    for (const times of SPEEDS) {
      const speed = times === 1 ? '' : `, processor ${times} × slower`
      await measureInteractive(look, times, speed)
      await visiting(look, times, (visitor) => measureAnswers(look, visitor, speed))
      await visiting(look, times, (visitor) => measureScrolling(look, visitor, ROWS[times], speed))
      await visiting(look, times, (visitor) => measureLongThread(look, visitor, speed))
      await visiting(look, times, (visitor) => measureContacts(look, visitor, CONTACTS[times], speed))
    }
    await visiting(look, 4, (visitor) => measureDay(look, visitor))
    const note = look.faults.slice(0, 3).join('; ')
    add({
      what: 'errors printed, requests to others',
      value: look.faults.length,
      unit: '',
      aim: 0,
      lessIsBetter: true,
      note,
    })
  } finally {
    await visits.close()
    await sink.close()
  }
}

async function visiting({ visits, faults }: Look, times: number, work: (visitor: Visitor) => Promise<void>) {
  const visitor = await visits.visit()
  try {
    await visitor.page.goto(`${visitor.home}inbox`)
    await visitor.page.locator('[data-conversation]').nth(OPENED).waitFor()
    await visitor.slow(times)
    await work(visitor)
    faults.push(...visitor.faults)
  } finally {
    await visitor.context.close()
  }
}

async function measureBytes({ bench: { add }, visits, faults }: Look): Promise<void> {
  const bytes = await scriptBytes(visits)
  faults.push(...bytes.faults)
  const kilo = (count: number) => count / 1000
  const aim = AIMS.scriptKilobytes
  add({ what: 'script of the first load, compressed', value: kilo(bytes.first), unit: 'KB', aim, lessIsBetter: true })
  const sorted = [...bytes.besides].sort(([, left], [, right]) => right - left)
  const said = sorted.map(([path, count]) => `${path} ${kilo(count).toFixed(1)}`).join(', ')
  const value = kilo(timesOf(sorted.map(([, count]) => count)).median)
  add({ what: '… besides of another page: median', value, unit: 'KB', aim: null, note: said })
}

/** A window with an empty cache, then a second load of the same page. */
async function measureInteractive({ bench: { add }, visits, filled, faults }: Look, times: number, speed: string) {
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let count = 0; count < VISITS; count++) {
    const visitor = await visits.visit()
    await visitor.slow(times)
    for (const into of [cold, warm]) {
      await visitor.page.goto(`${visitor.home}inbox/${filled.newest[count]}`)
      into.push(await visitor.page.evaluate<number>('bench.interactive'))
    }
    faults.push(...visitor.faults)
    await visitor.context.close()
  }
  const aim = times === 1 ? AIMS.interactiveMs : null
  for (const [what, values] of [
    ['cold', cold],
    ['warm', warm],
  ] as const) {
    const found = timesOf(values)
    const note = `worst ${found.worst.toFixed(0)} ms`
    add({
      what: `from navigation to interactive, ${what}${speed}`,
      value: found.median,
      unit: 'ms',
      aim,
      lessIsBetter: true,
      note,
    })
  }
}

async function measureAnswers({ bench, filled }: Look, visitor: Visitor, speed: string): Promise<void> {
  const { page, home } = visitor
  const say = (what: string, values: number[], aim: number | null) => {
    bench.add(answered(`${what}${speed}`, values, aim))
  }
  say('from the press on a row until its messages stand there', await openByClick(visitor, OPENED, 0), null)
  const { moves, opens } = await openByKeys(visitor, OPENED)
  say('j and k in the list', moves, AIMS.keyMs)
  say('from o until the messages stand there', opens, null)
  const composer = page.locator('form[aria-label="Write"] textarea')
  await composer.focus()
  say('a key in the composer', await type(visitor), AIMS.keyMs)
  const live = startLive(bench.at, filled.newest, CHANGES_PER_SECOND)
  await page.waitForTimeout(SETTLED_MS)
  say(`… while ${CHANGES_PER_SECOND} changes a second arrive`, await type(visitor), AIMS.keyMs)
  await live.stop()
  await page.waitForTimeout(SETTLED_MS)
  await page.getByRole('searchbox').focus()
  say('a key in the search', await type(visitor), AIMS.keyMs)
  await page.goto(`${home}contacts`)
  await page.getByRole('searchbox', { name: 'Search contacts' }).focus()
  await page.waitForTimeout(SETTLED_MS)
  say('a key in the filter of contacts', await type(visitor), AIMS.keyMs)
}

/** The result row of a response time. */
function answered(what: string, values: number[], aim: number | null) {
  const found = timesOf(values)
  const note = `${saidOf(found)}; ${values.length}`
  return { what: `${what}: p95`, value: found.p95, unit: 'ms', aim, lessIsBetter: true, note }
}

/** The row with the share of long frames while scrolling. */
function longFrames(what: string, scrolled: Awaited<ReturnType<typeof scroll>>, more = '') {
  return {
    what: `${what}: frames over 50 ms`,
    value: percentOver(scrolled.frames, LONG_FRAME_MS),
    unit: '%',
    aim: AIMS.longFramesPercent,
    lessIsBetter: true,
    note: saidOfFrames(scrolled) + more,
  }
}

async function measureScrolling({ bench: { add } }: Look, visitor: Visitor, rows: number, speed: string) {
  const list = visitor.page.locator('ul[aria-label="Conversations"]')
  const place = () =>
    visitor.page.evaluate<number>('document.querySelector("ul[aria-label=Conversations]").parentElement.scrollTop')
  const until = (row: number) => async () => (await place()) >= row * ROW_PIXELS
  const say = (what: string, scrolled: Awaited<ReturnType<typeof scroll>>, more = '') => {
    add(longFrames(`${what}${speed}`, scrolled, more))
  }
  say(`the inbox by the wheel, ${CALM_ROWS} rows`, await scroll(visitor, list, CALM, until(CALM_ROWS)))
  const flung = await scroll(visitor, list, FLING, until(rows))
  const { heapMebibytes, nodes } = await memoryOf(visitor)
  say(
    `the inbox flung through, ${rows.toLocaleString('en-US')} rows`,
    flung,
    `; then ${heapMebibytes.toFixed(0)} MiB, ${nodes} nodes`,
  )
  say('… by the wheel there', await scroll(visitor, list, CALM, until((await place()) / ROW_PIXELS + CALM_ROWS)))
}

async function measureLongThread({ bench: { add }, filled }: Look, visitor: Visitor, speed: string) {
  const { page, home } = visitor
  await page.goto(`${home}inbox/${filled.long}`)
  await page.locator('article').first().waitFor()
  const thread = page.locator('section[aria-label="Messages"]')
  const scrolled = await scroll(visitor, thread, -FLING, () => page.evaluate<boolean>('bench.isAtBeginning()'))
  const { heapMebibytes, nodes } = await memoryOf(visitor)
  const what = `a thread of ${LONG_THREAD.toLocaleString('en-US')} messages`
  const held = `; then ${heapMebibytes.toFixed(0)} MiB, ${nodes} nodes`
  add(longFrames(`${what} flung through up to its beginning${speed}`, scrolled, held))
  await page.locator('form[aria-label="Write"] textarea').focus()
  await page.waitForTimeout(SETTLED_MS)
  add(answered(`… a key in its composer then${speed}`, await type(visitor), AIMS.keyMs))
}

async function measureContacts({ bench: { add } }: Look, visitor: Visitor, rows: number, speed: string) {
  const { page, home } = visitor
  await page.goto(`${home}contacts`)
  const row = page.locator('tbody tr').nth(3)
  await row.waitFor()
  const isThere = () =>
    page.evaluate<boolean>(`document.querySelector('tbody').scrollHeight >= ${rows * CONTACT_PIXELS}`)
  const scrolled = await scroll(visitor, row, FLING, isThere)
  const { heapMebibytes, nodes } = await memoryOf(visitor)
  const held = `; then ${heapMebibytes.toFixed(0)} MiB, ${nodes} nodes`
  const what = `contacts flung through, ${rows.toLocaleString('en-US')} rows`
  add(longFrames(`${what}${speed}`, scrolled, held))
  await page.getByRole('searchbox', { name: 'Search contacts' }).focus()
  await page.waitForTimeout(SETTLED_MS)
  add(answered(`… a key in their filter then${speed}`, await type(visitor), AIMS.keyMs))
}

async function measureDay({ bench: { at, add }, filled }: Look, visitor: Visitor): Promise<void> {
  const samples = await liveThroughDay(at, visitor, filled.newest)
  const last = samples.at(-1)
  const curve = samples.map(({ heapMebibytes }) => heapMebibytes.toFixed(1)).join(', ')
  const nodes = samples.map((sample) => sample.nodes).join(', ')
  const listeners = samples.map((sample) => sample.listeners).join(', ')
  const what = `a day, processor 4 × slower: ${DAY.opened} conversations, ${DAY.replies} replies, ${DAY.pages} pages, ${DAY.searches} searches`
  add({
    what: `${what}: growth a tenth of it in its second half`,
    value: slopeOf(samples),
    unit: 'MiB',
    aim: AIMS.slopeMebibytes,
    lessIsBetter: true,
    note: `${last?.changes} changes in ${last?.seconds.toFixed(0)} s; heap ${curve} MiB; nodes ${nodes}; listeners ${listeners}`,
  })
}
