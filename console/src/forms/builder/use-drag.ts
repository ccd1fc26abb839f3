// Reordering by drag, with a mouse, a pen or a finger: pointer events on a handle are the same for all of them.

import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dropPlace } from './drop-place.ts'

/** The list scrolls while the pointer is closer to its edge than this, in px. */
const EDGE_PX = 60
const SCROLL_PX = 12

export interface Drag {
  key: string
  /** How far the pointer has moved. */
  offset: number
  height: number
  /** The position at which the field would be dropped. */
  to: number
}

interface DragOptions {
  keys: readonly string[]
  /** Contains the rows, each with `data-field`. */
  list: RefObject<HTMLElement | null>
  /** Closes the open row, before rows are measured. */
  onStart: () => void
  onDrop: (key: string, to: number) => void
}

export function useDrag({ keys, list, onStart, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const current = useRef<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const show = (next: Drag | null) => {
    current.current = next
    setDrag(next)
  }
  function start(key: string, event: ReactPointerEvent<HTMLElement>) {
    if (event.button !== 0 || stop.current) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const scroller = scrollerOf(handle)
    const { top } = handle.getBoundingClientRect()
    flushSync(onStart)
    // Keeps the handle under the pointer when an editor above it closes.
    scroller.scrollTop += handle.getBoundingClientRect().top - top
    const begin = event.clientY + scroller.scrollTop
    const from = keys.indexOf(key)
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const height = rows[from]?.offsetHeight ?? 0
    const middles = rows.map((row) => {
      const box = row.getBoundingClientRect()
      return box.top + box.height / 2 + scroller.scrollTop
    })
    let lastY = event.clientY
    const follow = () => {
      const offset = lastY + scroller.scrollTop - begin
      show({ key, offset, height, to: dropPlace(middles, from, offset) })
    }
    const move = ({ clientY }: PointerEvent) => {
      lastY = clientY
      follow()
    }
    const scrolling = setInterval(() => {
      const box = scroller.getBoundingClientRect()
      const by = lastY < box.top + EDGE_PX ? -SCROLL_PX : lastY > box.bottom - EDGE_PX ? SCROLL_PX : 0
      if (by === 0) return
      scroller.scrollTop += by
      follow()
    }, 16)
    const end = (isDropped: boolean) => {
      clearInterval(scrolling)
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', cancel)
      document.removeEventListener('keydown', escape, true)
      stop.current = null
      const dropped = current.current
      show(null)
      if (isDropped && dropped && dropped.to !== from) onDrop(key, dropped.to)
    }
    const drop = () => end(true)
    const cancel = () => end(false)
    const escape = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      end(false)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', cancel)
    document.addEventListener('keydown', escape, true)
    stop.current = cancel
    show({ key, offset: 0, height, to: from })
  }
  return { drag, start }
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}
