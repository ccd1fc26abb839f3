import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { grouped } from '../design/rupees.ts'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { placeWords } from './place-words.ts'
import { words } from './words.ts'

export interface Place {
  id: string
  name: string
  description: string | null
  created_at: number
}

interface PlaceTableProps<Kind extends Place> {
  label: string
  /** The path of each one's page: `contacts/lists`. */
  page: string
  rows: readonly Kind[]
  countOf: (row: Kind) => number
}

/** A table of groups or lists. */
export function PlaceTable<Kind extends Place>({ label, page, rows, countOf }: PlaceTableProps<Kind>) {
  const w = useWords(placeWords)
  const common = useWords(words)
  return (
    <Table
      label={label}
      head={
        <>
          <Head>{common.name}</Head>
          <Head isFigure>{w.members}</Head>
          <Head isFigure>{common.created}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell className="min-w-44">
            <PageLink
              page={`${page}/${row.id}`}
              className="touch inline-flex max-w-44 sm:max-w-80 items-center font-medium hover:underline"
            >
              <bdi className="truncate">{row.name}</bdi>
            </PageLink>
            {row.description && (
              <p className="line-clamp-1 max-w-44 sm:max-w-80 text-small text-soft">{row.description}</p>
            )}
          </Cell>
          <Cell isFigure className="figures">
            {grouped(countOf(row))}
          </Cell>
          <Cell isFigure>
            <Time at={row.created_at} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
