import { type ReactNode, useEffect, useRef, useState } from 'react'

const NEAR = '3000px 0px'

interface WhileNearProps {
  /** Stays rendered, however far away it is. */
  isKept: boolean
  className?: string
  children: () => ReactNode
}

/** Renders a part of scrolled content only near the viewport; otherwise a spacer of the same height. */
export function WhileNear({ isKept, className, children }: WhileNearProps) {
  const part = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const element = part.current
    if (!element || isKept) return setHeight(null)
    const look = ([seen]: IntersectionObserverEntry[]) => {
      if (seen?.isIntersecting) setHeight(null)
      // Kept while it contains the keyboard focus.
      else if (!element.contains(document.activeElement)) setHeight(element.getBoundingClientRect().height)
    }
    const observer = new IntersectionObserver(look, { root: element.closest('[tabindex]'), rootMargin: NEAR })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isKept])
  const isDrawn = isKept || height === null
  return (
    <div ref={part} className={className} style={isDrawn ? undefined : { height }}>
      {isDrawn && children()}
    </div>
  )
}
