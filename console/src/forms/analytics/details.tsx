import type { FormAnalyticsDetails } from '@samvad/sdk'
import type { ReactNode } from 'react'
import { shownDay } from '../../app/india.ts'
import { useLanguage, useWords } from '../../app/language.tsx'
import { Choices } from '../../design/choices.tsx'
import { Panel, Section } from '../../design/page.tsx'
import { grouped } from '../../design/rupees.ts'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { analyticsWords } from './analytics-words.ts'
import { detailsWords } from './details-words.ts'
import { type Dimension, dimensions } from './dimensions.ts'
import { DropOffSection } from './drop-off.tsx'
import { DurationSection } from './duration.tsx'
import { shownDuration } from './durations.ts'
import { percent } from './figures.ts'

interface DetailsProps {
  details: FormAnalyticsDetails
  dimension: Dimension
  version: number | undefined
  onDimension: (dimension: Dimension) => void
  onVersion: (version: number | undefined) => void
}

/** The premium parts: where visitors stop, how long they take, and their campaigns, devices and versions. */
export function Details({ details, dimension, version, onDimension, onVersion }: DetailsProps) {
  const w = useWords(detailsWords)
  const { language } = useLanguage()
  const { counted_from, devices, bot_views, versions } = details
  return (
    <>
      {counted_from !== null && <p className="mb-6 text-soft">{w.countedFrom(shownDay(counted_from, language))}</p>}
      <DropOffSection of={details} version={version} onVersion={onVersion} />
      <DurationSection of={details.duration} />
      <Section title={w.campaigns} description={w.campaignsDetail}>
        <div className="mb-3">
          <Choices
            label={w.dimension}
            isLabelHidden
            value={dimension}
            options={dimensions.map((value) => ({ value, label: w.dimensions[value] }))}
            onChange={onDimension}
          />
        </div>
        <Visits
          label={w.dimensions[dimension]}
          rows={details.campaigns[dimension].map(({ value, ...counts }) => ({
            key: value,
            name: value === '' ? w.none : value === 'other' ? w.other : <bdi>{value}</bdi>,
            ...counts,
          }))}
        />
      </Section>
      <Section title={w.devices} description={bot_views > 0 ? w.bots(bot_views) : undefined}>
        <Visits
          label={w.devices}
          rows={devices.map(({ device, ...counts }) => ({
            key: device,
            name: w.deviceNames[device] ?? device,
            ...counts,
          }))}
        />
      </Section>
      <Section title={w.versions} description={w.versionsDetail}>
        <Visits
          label={w.versions}
          rows={versions.map(({ version: number, published_at, median, ...counts }) => ({
            key: String(number),
            name: w.version(number),
            more: [
              published_at === null ? '' : <Time key="at" at={published_at} />,
              median === null ? '' : shownDuration(median, w),
            ],
            ...counts,
          }))}
          more={[w.published, w.medianShort]}
        />
      </Section>
    </>
  )
}

interface VisitsProps {
  label: string
  rows: readonly {
    key: string
    name: ReactNode
    views: number
    starts: number
    submissions: number
    more?: readonly ReactNode[]
  }[]
  more?: readonly string[]
}

/** Views, starts and submissions per row, with the completion rate. */
function Visits({ label, rows, more = [] }: VisitsProps) {
  const w = useWords(detailsWords)
  const { measures } = useWords(analyticsWords)
  if (rows.length === 0)
    return (
      <Panel>
        <p className="px-4 py-5 text-soft">{w.noVisits}</p>
      </Panel>
    )
  return (
    <Panel>
      <Table
        label={label}
        head={
          <>
            <Head>{label}</Head>
            <Head isFigure>{measures.views}</Head>
            <Head isFigure>{measures.starts}</Head>
            <Head isFigure>{measures.submissions}</Head>
            <Head isFigure>{w.completion}</Head>
            {more.map((name) => (
              <Head key={name} isFigure>
                {name}
              </Head>
            ))}
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.key}>
            <Cell className="min-w-32 wrap-anywhere">{row.name}</Cell>
            <Cell isFigure>{grouped(row.views)}</Cell>
            <Cell isFigure>{grouped(row.starts)}</Cell>
            <Cell isFigure>{grouped(row.submissions)}</Cell>
            <Cell isFigure>{percent(row.submissions, row.views)}</Cell>
            {more.map((name, place) => (
              <Cell key={name} isFigure>
                {row.more?.[place]}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
