interface Range {
  start: number
  end: number
}

/** A text with highlighted matches. */
export function Marked({ text, ranges = [] }: { text: string; ranges?: readonly Range[] | undefined }) {
  const found = ranges.filter(({ start, end }, place) => {
    const before = ranges[place - 1]
    return start >= (before?.end ?? 0) && end <= text.length
  })
  return (
    <bdi>
      {found.map(({ start, end }, place) => (
        <span key={start}>
          {text.slice(found[place - 1]?.end ?? 0, start)}
          <mark className="rounded-[2px] bg-selected text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.end ?? 0)}
    </bdi>
  )
}
