import type { ReactNode } from 'react'

export const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line px-4 py-3">
    <h2 className="pb-1.5 text-small font-medium text-soft">{title}</h2>
    <dl className="flex flex-col gap-2">{children}</dl>
  </section>
)

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-3">
    <dt className="shrink-0 text-soft">{name}</dt>
    <dd className="min-w-0 text-end break-words [overflow-wrap:anywhere]">{children}</dd>
  </div>
)
