import { useEffect, useRef, useState } from 'react'
import { dress, inertOf } from '../design/inert-html.ts'

const WIDTHS = { phone: 375, desktop: 1024 }
const HEIGHTS = { phone: 640, desktop: 720 }

interface PreviewFrameProps {
  title: string
  html: string
  width: keyof typeof WIDTHS
}

/** The page in a frame that runs and sends nothing, at the width of a phone or a computer, scaled to the room. */
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

/** Into the document that is there: a new one would be blank for a moment at every key, and begin at its top. */
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
