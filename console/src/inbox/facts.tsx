import type { ReactNode } from 'react'

interface PartProps {
  title: string
  children: ReactNode
}

/** A section of the details next to a thread. */
export const Part = ({ title, children }: PartProps) => (
  <section className="border-t border-line px-4 py-3">
    <h2 className="pb-1.5 text-small font-medium text-soft">{title}</h2>
    {children}
  </section>
)

/** A part that consists of `Fact`s. */
export const Facts = ({ title, children }: PartProps) => (
  <Part title={title}>
    <dl className="flex flex-col gap-2">{children}</dl>
  </Part>
)

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-3">
    <dt className="shrink-0 text-soft">{name}</dt>
    <dd className="min-w-0 text-end break-words [overflow-wrap:anywhere]">{children}</dd>
  </div>
)
