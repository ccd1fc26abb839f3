import type { ReactNode } from 'react'
import { Panel } from '../../design/page.tsx'

interface BoxProps {
  title: ReactNode
  /** Explains the numbers where the title does not. */
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A section of the report: its title, then its rows. */
export const Box = ({ title, note, action, children }: BoxProps) => (
  <Panel>
    <section className="min-w-0">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1.5">
        <h2 className="font-medium">{title}</h2>
        {action}
      </header>
      {children}
      {note && <p className="px-4 pt-1 pb-3 text-small text-soft">{note}</p>}
    </section>
  </Panel>
)

/** Shown instead of rows when there are none. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="px-4 py-5 text-soft">{children}</p>
