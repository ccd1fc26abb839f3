import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  tabs: readonly {
    to: string
    label: ReactNode
    count?: ReactNode
    /** The others lie below it. */
    isExact?: boolean
  }[]
}

/** Pages of one noun: each has an address, so these are links, not the tabs of a widget. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="-mb-px flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: tab.isExact ?? false, includeSearch: false }}
          className="touch flex items-center gap-1.5 border-b-2 px-2 py-2 whitespace-nowrap outline-offset-[-2px]"
          activeProps={{ className: 'border-accent font-medium' }}
          inactiveProps={{ className: 'border-transparent text-soft hover:text-ink' }}
        >
          {tab.label}
          {tab.count !== undefined && <span className="figures text-small text-soft">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
