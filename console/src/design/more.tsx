import { useEffect, useRef } from 'react'
import { useWords } from '../app/language.tsx'
import { Button } from './button.tsx'
import { words } from './words.ts'

interface MoreProps {
  hasMore: boolean
  isLoading: boolean
  onMore: () => unknown
}

/** Loads the next page of a list when it becomes visible, or by button. */
export function More({ hasMore, isLoading, onMore }: MoreProps) {
  const w = useWords(words)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || isLoading) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && onMore(), { rootMargin: '400px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, isLoading, onMore])
  if (!hasMore) return null
  return (
    <div ref={end} className="flex justify-center py-3">
      <Button look="quiet" isBusy={isLoading} onPress={onMore}>
        {w.more}
      </Button>
    </div>
  )
}
