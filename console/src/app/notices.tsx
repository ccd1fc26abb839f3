// Notices for everybody, above every page.

import { Button } from '../design/button.tsx'
import { Notice } from '../design/status.tsx'
import { useWords } from './language.tsx'
import { useIsConnected } from './live.ts'
import { useMarks } from './marks.ts'
import { useIsSuspended } from './organization.ts'
import { useIsStale } from './stale.ts'
import { words } from './words.ts'

export function Notices() {
  const w = useWords(words)
  const isConnected = useIsConnected()
  const { isFenced } = useMarks()
  const isSuspended = useIsSuspended()
  const isStale = useIsStale()
  return (
    <div className="shrink-0">
      {!isConnected && <Notice tone="warn">{w.offline}</Notice>}
      {isSuspended && <Notice tone="bad">{w.suspended}</Notice>}
      {isFenced && <Notice tone="warn">{w.fenced}</Notice>}
      {isStale && (
        <Notice tone="accent" action={<Button onPress={() => location.reload()}>{w.reload}</Button>}>
          {w.stale}
        </Notice>
      )}
    </div>
  )
}
