import { useEffect, useRef, useState } from 'react'
import { dress, inertOf } from '../design/inert-html.ts'

const WIDTHS = { phone: 375, desktop: 1024 }
const HEIGHTS = { phone: 640, desktop: 720 }

interface PreviewFrameProps {
  title: string
  html: string
  width: keyof typeof WIDTHS
}

/** The page in a frame without scripts and forms, at the width of a phone or computer, scaled to fit. */
export function PreviewFrame({ title, html, width }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => fill(frame.current, html), [html])
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const wanted = WIDTHS[width]
  const scale = room === 0 ? 1 : Math.min(1, room / wanted)
  return (
    <div ref={box} className="min-w-0">
      <div
        className="mx-auto overflow-hidden rounded-box border border-edge bg-surface"
        style={{ width: wanted * scale, height: HEIGHTS[width] * scale }}
      >
        <iframe
          title={title}
          sandbox="allow-same-origin"
          srcDoc=""
          ref={frame}
          onLoad={({ currentTarget }) => fill(currentTarget, html)}
          style={{ width: wanted, height: HEIGHTS[width], transform: `scale(${scale})`, transformOrigin: '0 0' }}
        />
      </div>
    </div>
  )
}

/** Fills the existing document: a new one would flash at every key stroke, and lose the scroll position. */
function fill(frame: HTMLIFrameElement | null, html: string): void {
  const inside = frame?.contentDocument
  if (!frame || !inside?.documentElement) return
  const { body, sheets } = inertOf(html)
  const top = inside.documentElement.scrollTop
  const { documentElement } = new DOMParser().parseFromString(body, 'text/html')
  inside.replaceChild(inside.importNode(documentElement, true), inside.documentElement)
  dress(frame, sheets)
  inside.documentElement.scrollTop = top
}
