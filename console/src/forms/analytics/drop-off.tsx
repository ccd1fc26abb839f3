import type { FormAnalyticsDetails } from '@samvad/sdk'
import { Fragment } from 'react'
import { useWords } from '../../app/language.tsx'
import { FilterSelect } from '../../design/filter-select.tsx'
import { Panel, Section } from '../../design/page.tsx'
import { grouped } from '../../design/rupees.ts'
import { shareOf } from '../../design/share-of.ts'
import { detailsWords } from './details-words.ts'
import { percent } from './figures.ts'

interface DropOffProps {
  of: FormAnalyticsDetails
  version: number | undefined
  onVersion: (version: number | undefined) => void
}

/** How far visitors come: a bar for each field in the form's order, with the number who stopped there. */
export function DropOffSection({ of: details, version, onVersion }: DropOffProps) {
  const w = useWords(detailsWords)
  const { fields, pages, views: first } = details.drop_off ?? { fields: [], pages: [], views: 0 }
  return (
    <Section
      title={w.dropOff}
      description={w.dropOffDetail}
      actions={
        details.versions.length > 1 && (
          <FilterSelect
            label={w.ofVersion}
            all={w.newest}
            className="w-56"
            value={version === undefined ? undefined : String(version)}
            options={details.versions.map(({ version: one }) => [String(one), w.version(one)])}
            onChoose={(one) => onVersion(one === '' ? undefined : Number(one))}
          />
        )
      }
    >
      <Panel>
        {first === 0 ? (
          <p className="px-4 py-5 text-soft">{w.noVisits}</p>
        ) : (
          <ol className="px-4 py-2">
            {fields.map((field, place) => (
              <Fragment key={field.key}>
                {pages.length > 1 && fields[place - 1]?.page !== field.page && (
                  <li className="flex flex-wrap gap-x-2 pt-4 pb-1 text-small text-soft">
                    <span className="font-medium text-ink">{w.page(field.page)}</span>
                    <PageTitle title={pages.find(({ page }) => page === field.page)?.title ?? null} />
                  </li>
                )}
                <Reached label={field.label} reached={field.reached} left={field.left} first={first} />
              </Fragment>
            ))}
          </ol>
        )}
      </Panel>
    </Section>
  )
}

const PageTitle = ({ title }: { title: string | null }) => title !== null && <bdi>{title}</bdi>

interface ReachedProps {
  label: string
  reached: number
  left: number
  first: number
}

function Reached({ label, reached, left, first }: ReachedProps) {
  const w = useWords(detailsWords)
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 grow basis-40 wrap-anywhere">{label}</bdi>
        {left > 0 && (
          <span className="figures text-small text-soft">
            {w.left}: {grouped(left)}
          </span>
        )}
        <span className="figures font-semibold">
          <span className="sr-only">{w.reached}: </span>
          {grouped(reached)}
        </span>
        <span className="figures w-12 text-end text-soft">{percent(reached, first)}</span>
      </div>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-accent" style={{ width: `${shareOf(reached, first)}%` }} />
      </div>
    </li>
  )
}
