// `npm run bench`: the hot path over HTTP, compared with the one-transaction-per-message baseline on the same
// PostgreSQL in the same run. Options: --seconds N of a round (default 5), --conversations N of one user for the large
// list (default 1,000,000), --transactions N of one statement (default 1,000,000), --mails N messages queued for the
// worker on each channel, and bounces and events stored for it (default 20,000), --queued N messages waiting while its
// memory is measured (default 1,000,000), --messages N to search (default 5,000,000), --contacts N of segments (default
// 1,000,000), --rows N of an imported file (default 300,000), --recipients N of a campaign (default 1,000,000),
// --submissions N of a form (default 1,000,000), --result NAME (default the date): the table is written to
// bench/results/NAME.md, --only NAMES, comma-separated, of: sends, conversations, organizations, worker, statement,
// invoice, dispatch, processes, lists, exports, imports, segments, forms, form-pages, campaigns, search, channels,
// events, live-stream, bounces, slow-provider, long-queue, footprint, console (default all; console needs a Chromium:
// bin/chromium.mjs).

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { measureInvoice, measureStatement } from './billing.ts'
import { measureBounces } from './bounces.ts'
import { measureCampaigns } from './campaigns.ts'
import { measureChannels } from './channels.ts'
import { measureConsole } from './console.ts'
import { measureConversations } from './conversations.ts'
import { measureDispatch } from './dispatch.ts'
import { measureEvents } from './events.ts'
import { measureExports } from './exports.ts'
import { measureFootprint } from './footprint.ts'
import { measureFormPages } from './form-pages.ts'
import { measureForms } from './forms.ts'
import { measureImports } from './imports.ts'
import { credit, endAll, install, interrupt, makeConversations } from './installation.ts'
import { measureLists } from './lists.ts'
import { measureLiveStream } from './live-stream.ts'
import { measureLongQueue } from './long-queue.ts'
import { measureOrganizations } from './organizations.ts'
import { measureProcesses } from './processes.ts'
import { type Row, reportOf } from './report.ts'
import type { Bench } from './rounds.ts'
import { measureSearch } from './search.ts'
import { measureSegments } from './segments.ts'
import { forgetQueued, measureBesideWorker, measureSends } from './sends.ts'
import { measureSlowProvider } from './slow-provider.ts'

const SMALL_LIST = 1000
const RUPEES = 50_000_000

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    conversations: { type: 'string', default: '1000000' },
    transactions: { type: 'string', default: '1000000' },
    mails: { type: 'string', default: '20000' },
    queued: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '5000000' },
    contacts: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '300000' },
    recipients: { type: 'string', default: '1000000' },
    submissions: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    result: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const seconds = Number(options.seconds)
const rows: Row[] = []

const EXIT_INTERRUPTED = 130
// The program and its PostgreSQL have no terminal and would keep running after an interruption.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    // The measurement in progress fails now, which is no finding about the program.
    process.on('uncaughtException', () => {})
    await interrupt()
    process.exit(EXIT_INTERRUPTED)
  })

/**
 * On one database, in this order: a statement with a million transactions would change the conditions of the others.
 */
const together: Record<string, (bench: Bench, conversations: string[]) => Promise<void>> = {
  sends: measureSends,
  conversations: (bench, conversations) => measureConversations(bench, conversations, Number(options.conversations)),
  organizations: measureOrganizations,
  worker: async (bench, conversations) => {
    await forgetQueued(bench.at)
    await bench.at.restart({ ROLES: 'api,worker' })
    await measureBesideWorker(bench, conversations)
  },
  statement: async (bench) => {
    await bench.at.restart({ ROLES: 'api' })
    await measureStatement(bench, Number(options.transactions))
  },
  invoice: async (bench) => {
    await forgetQueued(bench.at)
    await bench.at.restart({ ROLES: 'api,worker' })
    await measureInvoice(bench)
  },
}
/** On databases of their own, whose queue is empty and in which the doctor finds nothing beforehand. */
const apart: Record<string, (bench: Bench) => Promise<void>> = {
  footprint: measureFootprint,
  dispatch: (bench) => measureDispatch(bench, Number(options.mails)),
  processes: measureProcesses,
  lists: measureLists,
  exports: (bench) => measureExports(bench, Number(options.transactions)),
  channels: (bench) => measureChannels(bench, Number(options.mails)),
  events: (bench) => measureEvents(bench, Number(options.mails)),
  'live-stream': measureLiveStream,
  bounces: (bench) => measureBounces(bench, Number(options.mails)),
  'slow-provider': (bench) => measureSlowProvider(bench, Number(options.mails)),
  imports: (bench) => measureImports(bench, Number(options.rows)),
  segments: (bench) => measureSegments(bench, Number(options.contacts)),
  forms: (bench) => measureForms(bench, Number(options.submissions)),
  campaigns: (bench) => measureCampaigns(bench, Number(options.recipients)),
  search: (bench) => measureSearch(bench, Number(options.messages)),
  'form-pages': measureFormPages,
  'long-queue': (bench) => measureLongQueue(bench, Number(options.queued)),
  console: measureConsole,
}

const names = [...Object.keys(together), ...Object.keys(apart)]
const wanted = options.only?.split(',') ?? names
for (const name of wanted) if (!names.includes(name)) throw new Error(`--only ${name}: there are ${names.join(', ')}`)

if (wanted.some((name) => name in together)) {
  await onNewInstallation(async (bench) => {
    await credit(bench.at, RUPEES)
    const conversations = await makeConversations(bench.at, SMALL_LIST, SMALL_LIST)
    for (const [name, part] of Object.entries(together)) if (wanted.includes(name)) await part(bench, conversations)
  })
}
for (const [name, part] of Object.entries(apart)) if (wanted.includes(name)) await onNewInstallation(part)

const report = reportOf(rows, seconds)
await writeFile(new URL(`results/${options.result}.md`, import.meta.url), report)
console.log(`\n${report}`)

async function onNewInstallation(work: (bench: Bench) => Promise<void>): Promise<void> {
  try {
    const at = await install({ ROLES: 'api' })
    await work({ at, seconds, add })
    await at.stop()
  } finally {
    await endAll()
  }
}

function add(row: Row): void {
  rows.push(row)
  console.log(`${row.what}: ${row.value.toFixed(row.unit === '×' ? 2 : 1)} ${row.unit}`)
}
