import type { ReactNode } from 'react'

interface Fact {
  name: string
  value: ReactNode
}

/** A list of names and values; null entries are omitted. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(40%)_1fr] gap-x-4 gap-y-2">
      {facts.map(
        (fact) =>
          fact && (
            // Names are unique within a list.
            <div key={fact.name} className="contents">
              <dt className="text-soft">{fact.name}</dt>
              <dd className="min-w-0 wrap-anywhere">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
