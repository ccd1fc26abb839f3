import type { Segment } from '@samvad/sdk'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { useSegmentCount } from '../../app/segments.ts'
import { IconButton } from '../../design/button.tsx'
import { grouped } from '../../design/rupees.ts'
import { segmentPageWords } from './words.ts'

/** The number of contacts in a segment, counted once it becomes visible. */
export function LazyCount({ segment }: { segment: Segment }) {
  const w = useWords(segmentPageWords)
  const say = useErrorWords()
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isSeen) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setSeen(true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen])
  const { data: count, error, isFetching, refetch } = useSegmentCount(segment, { isEnabled: isSeen })
  return (
    <span ref={place} className="inline-flex min-h-5 items-center justify-end">
      {count !== undefined ? (
        grouped(count)
      ) : error && !isFetching ? (
        <span className="inline-flex items-center gap-1 text-small text-soft" title={say(error).detail ?? undefined}>
          {w.tooSlow}
          <IconButton label={w.countAgain(segment.name)} onClick={() => void refetch()}>
            <RotateCw aria-hidden className="size-4" />
          </IconButton>
        </span>
      ) : (
        <>
          <span aria-hidden className="h-4 w-10 animate-waiting rounded-box bg-hover" />
          <span className="sr-only">{w.counting}</span>
        </>
      )}
    </span>
  )
}
