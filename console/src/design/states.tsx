// Loading, empty and error states of lists and pages.

import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { words } from './words.ts'

/** About as many rows as are expected. */
export function Skeleton({ rows = 6, rowClass = 'h-10' }: { rows?: number; rowClass?: string }) {
  const w = useWords(words)
  return (
    <div role="status" aria-label={w.loading} className="flex flex-col gap-2 p-4">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`animate-waiting rounded-box bg-hover ${rowClass}`} />
      ))}
    </div>
  )
}

interface EmptyProps {
  icon?: ReactNode
  title: ReactNode
  /** The purpose in one sentence. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
  /** The only content of the page: its title is the page's. */
  isPage?: boolean
}

export function Empty({ icon, title, children, action, isPage }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-16 text-center">
      <span aria-hidden className="text-soft [&>svg]:size-6">
        {icon ?? <Inbox />}
      </span>
      <Title className="text-lead font-semibold">{title}</Title>
      {children && <p className="text-soft">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface FailedProps {
  error: unknown
  onRetry?: () => unknown
}

/** What happened, what to do, and the data that support needs. */
export function Failed({ error, onRetry }: FailedProps) {
  const w = useWords(words)
  const { title, detail, requestId } = useErrorWords()(error)
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-6 text-bad" />
      <p className="text-lead font-semibold">{title}</p>
      {detail && <p className="max-w-full text-soft wrap-anywhere">{detail}</p>}
      {onRetry && (
        <Button className="mt-2" onPress={onRetry}>
          {w.tryAgain}
        </Button>
      )}
      {requestId && (
        <p className="flex items-center gap-1 text-small text-soft">
          {w.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
        </p>
      )}
    </div>
  )
}
