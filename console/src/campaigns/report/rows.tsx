import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '../../app/language.tsx'
import { Listed, type Rows } from '../../app/list.tsx'
import { useGo } from '../../app/page-link.tsx'
import { FilterBar } from '../../design/filter-bar.tsx'
import { FilterSelect } from '../../design/filter-select.tsx'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { CsvButton } from './csv-button.tsx'
import { useListNames } from './data.ts'
import { words } from './list-words.ts'

interface ReportRowsProps<Row extends { id: string }> {
  /** The page's path, without filters. */
  page: string
  filter: object
  filters: ReactNode
  list: Rows<Row>
  /** Shown when there are none at all. */
  none: { icon: ReactNode; title: string; detail: string }
  file: ComponentProps<typeof CsvButton>
  children: (rows: readonly Row[]) => ReactNode
}

/** Rows of a campaign's report, with filters and an export of the same rows. */
export function ReportRows<Row extends { id: string }>({
  page,
  filter,
  filters,
  list,
  none,
  file,
  children,
}: ReportRowsProps<Row>) {
  const w = useWords(words)
  const go = useGo()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <FilterBar
        label={w.filters}
        clear={w.clear}
        isFiltered={isFiltered}
        onClear={() => go(page)}
        actions={<CsvButton {...file} />}
      >
        {filters}
      </FilterBar>
      <Panel>
        <Listed
          list={list}
          empty={
            <Empty icon={none.icon} title={isFiltered ? w.noMatch : none.title}>
              {isFiltered ? w.noMatchDetail : none.detail}
            </Empty>
          }
        >
          {children}
        </Listed>
      </Panel>
    </>
  )
}

interface ListFilterProps {
  ids: readonly string[]
  value: string | undefined
  onChoose: (list: string) => void
}

/** By the list that selected the recipient, when there are several. */
export function ListFilter({ ids, value, onChoose }: ListFilterProps) {
  const w = useWords(words)
  const lists = useListNames(ids)
  if (lists.length < 2) return null
  return (
    <FilterSelect
      label={w.list}
      all={`${w.list}: ${w.any}`}
      value={value}
      options={lists.map(({ id, name }) => [id, name ?? id])}
      onChoose={onChoose}
      className="w-36 grow sm:grow-0"
    />
  )
}
