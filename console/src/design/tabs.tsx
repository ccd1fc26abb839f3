import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageLink } from '../app/page-link.tsx'

export interface Tab {
  /** Of the organization: `billing/transactions`. */
  page: string
  label: ReactNode
  count?: ReactNode
  /** Below it are the pages of others. */
  isExact?: boolean
}

/** Pages of one noun: each has its own URL, so these are links, not an ARIA tab widget. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // Keeps the current tab visible when they do not fit.
  useEffect(() => {
    const show = () =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // The tabs become wider when the web font is loaded.
    void document.fonts.ready.then(show)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another page is there
  }, [pathname, tabs.length])
  return (
    <nav ref={nav} aria-label={label} className="-mb-px flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ page, label: name, count, isExact }) => (
        <PageLink
          key={page}
          page={page}
          isExact={isExact ?? false}
          className="touch flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 py-2 whitespace-nowrap text-soft outline-offset-[-2px] hover:text-ink"
          activeClass="border-accent! text-ink! font-medium"
        >
          {name}
          {count !== undefined && <span className="figures text-small text-soft">{count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
