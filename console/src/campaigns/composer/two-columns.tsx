import type { ReactNode } from 'react'

/** The inputs, and next to them the result; below them on a phone. */
export const TwoColumns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="min-w-0">{children}</div>
    <aside className="min-w-0 lg:sticky lg:top-28 lg:self-start">{aside}</aside>
  </div>
)
