import type { ReactNode } from 'react'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { grouped } from '../../design/rupees.ts'
import { words } from './failure-words.ts'
import { percentOf } from './figures.ts'

interface Who {
  page: string
  search: Record<string, string>
  /** The API's code; null when the title suffices. */
  code: string | null
  count: number
}

interface ReasonRowProps {
  title: ReactNode
  /** The remedy. */
  advice: ReactNode
  count: number
  of: number
  /** Links to the affected messages, by code. */
  links: readonly Who[]
}

/** A reason with its number, the remedy, and a link to the affected messages. */
export function ReasonRow({ title, advice, count, of, links }: ReasonRowProps) {
  const w = useWords(words)
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <p className="flex items-baseline gap-x-3">
        <span className="min-w-0 grow font-medium">{title}</span>
        <span className="figures font-semibold">{grouped(count)}</span>
        <span className="figures w-12 text-end text-soft">{percentOf(count, of)}</span>
      </p>
      <p className="mt-0.5 max-w-prose text-soft">{advice}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small">
        {links.map(({ page, search, code, count: each }) => (
          <PageLink
            key={code}
            page={page}
            search={search}
            className="touch inline-flex items-center gap-1 text-accent hover:underline"
          >
            {w.showThem} {code !== null && <code className="font-mono">{code}</code>}
            {links.length > 1 && <span className="figures text-soft">{grouped(each)}</span>}
          </PageLink>
        ))}
      </p>
    </li>
  )
}
