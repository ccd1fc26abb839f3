// Shown when a page could not load. While the server is unreachable it says so, and loads the page once the server is
// back.

import { SamvadError } from '@samvad/sdk'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Empty, Failed } from '../design/states.tsx'
import { useWords } from './language.tsx'
import { isServerThere } from './stale.ts'
import { words } from './words.ts'

const AGAIN_MS = 5000
/** Responses of a proxy whose server is down. */
const AWAY: readonly (number | null)[] = [null, 502, 503, 504]

interface Fault {
  error: unknown
  reset: () => void
}

export function PageFailed({ error, reset }: Fault) {
  return isAway(error) || isPartMissing(error) ? <Away error={error} /> : <Failed error={error} onRetry={reset} />
}

/** Shown to the user, and not reported as an error of the page. */
export const isAway = (error: unknown): boolean => error instanceof SamvadError && AWAY.includes(error.status)

/** Each browser has its own message for a module that could not be loaded. */
const isPartMissing = (error: unknown): boolean => error instanceof TypeError && /import|module/i.test(error.message)

function Away({ error }: { error: unknown }) {
  const w = useWords(words)
  const [isThere, setThere] = useState<boolean | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isFirst = true
    const look = async () => {
      clearTimeout(timer)
      const found = await isServerThere()
      if (isOver) return
      // The server was reachable all along, so a reload would not find the missing part either.
      if (found && isFirst && isPartMissing(error)) return setThere(true)
      if (found) return location.reload()
      isFirst = false
      setThere(false)
      timer = setTimeout(look, AGAIN_MS)
    }
    void look()
    addEventListener('online', look)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', look)
    }
  }, [error])
  if (isThere) return <Failed error={error} onRetry={() => location.reload()} />
  return (
    <main className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center border-b border-line px-4 font-semibold">{w.product}</header>
      <Empty
        isPage
        icon={<CloudOff />}
        title={w.away}
        action={<Button onPress={() => location.reload()}>{w.tryNow}</Button>}
      >
        <span role="status">{w.awayDetail}</span>
      </Empty>
    </main>
  )
}
