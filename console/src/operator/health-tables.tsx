import type { ReactNode } from 'react'
import type {
  ChannelQueue,
  ChannelsFacts,
  DatabaseFacts,
  JobsFacts,
  PaymentFacts,
  ProgramFacts,
  QueueFacts,
} from '#status/facts.ts'
import { number } from '#status/units.ts'
import { useWords } from '../app/language.tsx'
import { channelOf, ItemTable, nameOf, timeOf, useUnits } from './health-table.tsx'
import { words } from './health-words.ts'

type PartialFacts = Partial<ProgramFacts & DatabaseFacts & QueueFacts & JobsFacts & PaymentFacts & ChannelsFacts>

/** The part's tables that have rows. */
export function HealthTables({ part, facts }: { part: string; facts: Record<string, unknown> }) {
  const Tables = TABLES[part]
  return Tables ? <Tables facts={facts as PartialFacts} /> : null
}

const TABLES: Readonly<Record<string, (props: { facts: PartialFacts }) => ReactNode>> = {
  program: Processes,
  database: DatabaseTables,
  queues: Queues,
  jobs: Jobs,
  payments: Gateways,
  channels: Channels,
}

function Processes({ facts: { processes } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { lasting, sized } = useUnits()
  return (
    <ItemTable
      label={w.processes}
      items={processes ?? []}
      keyOf={({ pid }) => String(pid)}
      columns={[
        { name: w.process, isText: true, show: ({ role }) => nameOf(role) },
        { name: w.pid, show: ({ pid }) => nameOf(pid) },
        { name: w.uptime, show: ({ age_seconds: age }) => lasting(age) },
        { name: w.memory, show: ({ memory_bytes: memory }) => sized(memory) },
        { name: w.count, show: ({ processes: count }) => number(count) },
      ]}
    />
  )
}

function DatabaseTables({ facts: { tables } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { sized } = useUnits()
  return (
    <ItemTable
      label={w.tables}
      items={tables ?? []}
      keyOf={({ name }) => name}
      columns={[
        { name: w.table, isText: true, show: ({ name }) => nameOf(name) },
        { name: w.size, show: ({ size_bytes: bytes }) => sized(bytes) },
        { name: w.rows, show: ({ rows }) => number(rows) },
        { name: w.deadRows, show: ({ dead_rows: dead }) => number(dead) },
        { name: w.vacuumed, show: ({ vacuumed_at: at }) => (at === null ? w.never : timeOf(at)) },
      ]}
    />
  )
}

function Queues({ facts: { due_work: work = [], ...facts } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { lasting } = useUnits()
  const { deliveries_due: due = [], deliveries_waiting_for_retry: retrying = [] } = facts
  const channels = [...new Set([...due, ...retrying].filter(({ count }) => count > 0).map(({ channel }) => channel))]
  const of = (queue: readonly ChannelQueue[], channel: string) => {
    const found = queue.find((one) => one.channel === channel)
    return found && found.count > 0 ? found : null
  }
  const countOf = (queue: readonly ChannelQueue[]) => (channel: string) => number(of(queue, channel)?.count ?? 0)
  const oldestOf = (queue: readonly ChannelQueue[]) => (channel: string) => {
    const found = of(queue, channel)
    return found ? lasting(found.oldest_seconds) : '–'
  }
  return (
    <>
      <ItemTable
        label={w.dueWork}
        items={work}
        keyOf={({ kind }) => kind}
        columns={[
          { name: w.work, isText: true, show: ({ kind }) => nameOf(kind) },
          { name: w.due, show: ({ count }) => number(count) },
          { name: w.oldest, show: ({ oldest_seconds: oldest }) => lasting(oldest) },
        ]}
      />
      <ItemTable
        label={w.deliveries}
        items={channels}
        keyOf={(channel) => channel}
        columns={[
          { name: w.deliveries, isText: true, show: (channel) => channelOf(channel) },
          { name: w.due, show: countOf(due) },
          { name: w.oldest, show: oldestOf(due) },
          { name: w.retrying, show: countOf(retrying) },
          { name: w.oldestRetrying, show: oldestOf(retrying) },
        ]}
      />
    </>
  )
}

function Jobs({ facts: { jobs = [] } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { lasting } = useUnits()
  if (jobs.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="text-soft pointer-coarse:py-3">{w.allJobs}</summary>
      <ItemTable
        label={w.allJobs}
        items={jobs}
        keyOf={({ job }) => job}
        columns={[
          { name: w.job, isText: true, show: ({ job }) => nameOf(job) },
          { name: w.runs, show: ({ runs }) => number(runs) },
          { name: w.failures, show: ({ failures }) => number(failures) },
          { name: w.lastSuccess, show: ({ success_seconds_ago: at }) => (at === null ? w.never : w.ago(lasting(at))) },
        ]}
      />
    </details>
  )
}

function Gateways({ facts: { gateways } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { lasting } = useUnits()
  return (
    <ItemTable
      label={w.gateways}
      items={gateways ?? []}
      keyOf={({ name }) => name}
      columns={[
        { name: w.gateway, isText: true, show: ({ name }) => nameOf(name) },
        {
          name: w.use,
          isText: true,
          show: ({ is_current, is_enabled }) => (is_current ? w.current : is_enabled ? w.on : w.off),
        },
        { name: w.openPayments, show: ({ open_payments: open }) => number(open) },
        { name: w.oldest, show: ({ open_oldest_seconds: oldest }) => (oldest === null ? '–' : lasting(oldest)) },
        {
          name: w.lastWebhook,
          show: ({ last_webhook_seconds_ago: at }) => (at === null ? w.noneSinceStart : w.ago(lasting(at))),
        },
        { name: w.failedCalls, show: ({ failed_calls: failed }) => number(failed) },
      ]}
    />
  )
}

function Channels({ facts: { channels } }: { facts: PartialFacts }) {
  const w = useWords(words)
  const { lasting } = useUnits()
  const outcome = (name: string) => ({
    name: w.outcomes[name] ?? name,
    show: ({ handed_over }: ChannelsFacts['channels'][number]) => number(handed_over[name] ?? 0),
  })
  return (
    <ItemTable
      label={w.parts.channels ?? ''}
      items={channels ?? []}
      keyOf={({ channel }) => channel}
      columns={[
        { name: w.channel, isText: true, show: ({ channel }) => channelOf(channel) },
        { name: w.accounts, show: ({ own_accounts: accounts }) => number(accounts) },
        { name: w.shared, show: ({ is_shared }) => (is_shared ? w.yes : w.no) },
        ...['sent', 'refused', 'deferred', 'unknown'].map(outcome),
        { name: w.pauses, show: ({ pauses }) => (pauses === null ? '–' : number(pauses)) },
        { name: w.inboundWaiting, show: ({ inbound_events_waiting: waiting }) => number(waiting) },
        {
          name: w.lastInbound,
          show: ({ last_inbound_event_seconds: at }) => (at === null ? w.noneSinceStart : w.ago(lasting(at))),
        },
      ]}
    />
  )
}
