/** How far something long is, in percent; where nothing is done yet, only that it goes on. */
export function Progress({
  percent,
  label,
  className = 'w-24',
}: {
  percent: number
  label: string
  className?: string
}) {
  return (
    <progress aria-label={label} className={`bar ${className}`} {...(percent > 0 && { value: percent, max: 100 })} />
  )
}
