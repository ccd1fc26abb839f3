import type { ReactNode } from 'react'

/** What is known of one thing, name beside value; what is null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2">
      {facts.map(
        (fact) =>
          fact && (
            // Names are words: two of the same would say the same.
            <div key={String(fact[0])} className="contents">
              <dt className="text-soft">{fact[0]}</dt>
              <dd className="min-w-0 wrap-anywhere">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
