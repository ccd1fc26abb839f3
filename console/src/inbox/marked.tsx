import { Fragment } from 'react'

interface MarkedProps {
  text: string
  ranges?: readonly { start: number; end: number }[] | undefined
}

/** A text with what was looked for in it. */
export function Marked({ text, ranges = [] }: MarkedProps) {
  let at = 0
  const parts = ranges.flatMap(({ start, end }) => {
    if (start < at || end > text.length) return []
    const found = [
      <Fragment key={`${start}-before`}>{text.slice(at, start)}</Fragment>,
      <mark key={start} className="rounded-[2px] bg-selected text-ink">
        {text.slice(start, end)}
      </mark>,
    ]
    at = end
    return found
  })
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  )
}
