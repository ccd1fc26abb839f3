/** The initials of a name, which is shown next to it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-full whitespace-nowrap bg-selected text-small font-medium text-accent"
    >
      {initials(name)}
    </span>
  )
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The first user-perceived character, in any script or emoji. */
const firstOf = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstOf(words[0] ?? '') + (last ? firstOf(last) : '')).toLocaleUpperCase() || '?'
}
