import type { Segment } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useSentences } from '../../app/segments.ts'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { words } from '../words.ts'
import { LazyCount } from './lazy-count.tsx'

/** Segments with their filters as sentences; contacts are counted when a row becomes visible. */
export function SegmentsTable({ rows }: { rows: readonly Segment[] }) {
  const common = useWords(words)
  const sentenceOf = useSentences(rows.map(({ filter }) => filter))
  return (
    <Table
      label={common.segments}
      head={
        <>
          <Head>{common.name}</Head>
          <Head isFigure>{common.contacts}</Head>
          <Head isFigure className="hidden sm:table-cell">
            {common.created}
          </Head>
        </>
      }
    >
      {rows.map((segment) => (
        <Row key={segment.id}>
          <Cell className="w-full py-2">
            <PageLink
              page={`contacts/segments/${segment.id}`}
              className="touch group flex max-w-3xl flex-col justify-center"
            >
              <bdi className="line-clamp-2 font-medium wrap-anywhere group-hover:underline">{segment.name}</bdi>
              <bdi className="line-clamp-3 text-small text-soft wrap-anywhere">{sentenceOf(segment.filter)}</bdi>
            </PageLink>
          </Cell>
          <Cell isFigure className="figures py-2 align-top">
            <LazyCount segment={segment} />
          </Cell>
          <Cell isFigure className="hidden py-2 align-top sm:table-cell">
            <Time at={segment.created_at} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
