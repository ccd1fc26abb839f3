import type { ReactNode } from 'react'

interface PageProps {
  title: ReactNode
  /** The page's actions, the most common one last. */
  actions?: ReactNode
  /** The tabs of this noun. */
  tabs?: ReactNode
  children: ReactNode
}

/** The frame of a page: title, actions, tabs and content. All pages have the same width. */
export function Page({ title, actions, tabs, children }: PageProps) {
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <header className="sticky top-0 z-10 bg-canvas px-4 pt-4 sm:px-6">
        <div className="flex min-h-11 max-w-page flex-wrap items-center justify-between gap-2 pb-3">
          <h1 className="min-w-0 text-title font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
        {tabs ?? <div className="border-b border-line" />}
      </header>
      <div className="grow px-4 py-5 sm:px-6">
        <div className="max-w-page" data-content>
          {children}
        </div>
      </div>
    </div>
  )
}

interface SectionProps {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of a page, below a line. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className="mb-8">
      <div className={`mb-3 flex flex-wrap justify-between gap-2 ${description ? 'items-start' : 'items-center'}`}>
        <div>
          <h2 className="text-lead font-semibold">{title}</h2>
          {description && <p className="max-w-prose text-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** A bordered box on the page: a table or a form. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <div className="rounded-box border border-line bg-surface">{children}</div>
)
