import { useLanguage, useWords } from '../app/language.tsx'
import { grouped } from '../design/rupees.ts'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { words } from './health-words.ts'

type Facts = Record<string, unknown>

interface Due {
  kind?: string
  channel?: string
  count: number
  oldest_seconds: number
}

interface Job {
  job: string
  runs: number
  failures: number
  success_seconds_ago: number | null
}

const listOf = <Item,>(value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

/** "3 min", in the largest unit that fits. */
function useLasting(): (seconds: number) => string {
  const { language } = useLanguage()
  return (seconds) => {
    const [value, unit] =
      seconds < 60
        ? [seconds, 'second']
        : seconds < 3600
          ? [seconds / 60, 'minute']
          : seconds < 86_400
            ? [seconds / 3600, 'hour']
            : [seconds / 86_400, 'day']
    return new Intl.NumberFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
      style: 'unit',
      unit: unit as string,
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }).format(value as number)
  }
}

/** What is due, and for how long. */
export function QueueTable({ facts }: { facts: Facts }) {
  const w = useWords(words)
  const lasting = useLasting()
  const due = [...listOf<Due>(facts.due_work), ...listOf<Due>(facts.deliveries_due)]
  if (due.every(({ count }) => count === 0)) return <p className="text-soft">{w.noWork}</p>
  return (
    <Table
      label={w.parts.queues ?? ''}
      head={
        <>
          <Head>{w.work}</Head>
          <Head isFigure>{w.due}</Head>
          <Head isFigure>{w.oldest}</Head>
        </>
      }
    >
      {due.map(({ kind, channel, count, oldest_seconds }) => (
        <Row key={kind ?? channel}>
          <Cell>{channel ? <Channel channel={channel} isNamed /> : <code className="text-small">{kind}</code>}</Cell>
          <Cell isFigure>{grouped(count)}</Cell>
          <Cell isFigure>{count === 0 ? '' : lasting(oldest_seconds)}</Cell>
        </Row>
      ))}
    </Table>
  )
}

/** When each job last succeeded. */
export function JobTable({ facts }: { facts: Facts }) {
  const w = useWords(words)
  const lasting = useLasting()
  const jobs = listOf<Job>(facts.jobs)
  if (jobs.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="text-soft">{w.allJobs}</summary>
      <Table
        label={w.allJobs}
        head={
          <>
            <Head>{w.job}</Head>
            <Head isFigure>{w.runs}</Head>
            <Head isFigure>{w.failures}</Head>
            <Head isFigure>{w.success}</Head>
          </>
        }
      >
        {jobs.map(({ job, runs, failures, success_seconds_ago: ago }) => (
          <Row key={job}>
            <Cell>
              <code className="text-small">{job}</code>
            </Cell>
            <Cell isFigure>{grouped(runs)}</Cell>
            <Cell isFigure>{grouped(failures)}</Cell>
            <Cell isFigure>{ago === null ? w.never : lasting(ago)}</Cell>
          </Row>
        ))}
      </Table>
    </details>
  )
}
