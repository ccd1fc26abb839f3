import type { ReactNode } from 'react'
import { PageLink } from '../app/page-link.tsx'

export interface Tab {
  /** Of the organization: `billing/transactions`. */
  page: string
  label: ReactNode
  count?: ReactNode
  /** Below it are the pages of others. */
  isExact?: boolean
}

/** Pages of one noun: each has an address, so these are links, not the tabs of a widget. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="-mb-px flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ page, label: name, count, isExact }) => (
        <PageLink
          key={page}
          page={page}
          isExact={isExact ?? false}
          className="touch flex items-center gap-1.5 border-b-2 border-transparent px-2 py-2 whitespace-nowrap text-soft outline-offset-[-2px] hover:text-ink"
          activeClass="border-accent! text-ink! font-medium"
        >
          {name}
          {count !== undefined && <span className="figures text-small text-soft">{count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
